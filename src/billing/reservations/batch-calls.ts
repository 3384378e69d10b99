import type { EntityManager } from 'typeorm';
import { newId } from '../../lib/ids.js';
import { formatUsd, type PicoUsd } from '../../lib/money.js';
import { totalInputTokens } from '../prices/price-usage.js';
import type { Attribution } from '../calls/attribution.js';
import { printCallDetail, type DetailedCall } from '../calls/print-call-detail.js';
import type { TokenUsage } from '../metering/token-usage.js';

/** All requests of a batch to one model by one name that say the same of whom they are for: one row of the call log. */
export interface BatchCall {
  readonly batchId: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly keyId: string;
  readonly model: string;
  /** What the requests have in its place, where that is a name of the project's own. */
  readonly alias?: string | undefined;
  readonly provider: string;
  readonly requests: number;
  readonly usage: TokenUsage;
  readonly cost: PicoUsd;
  /** The rows are dated by the batch's end, when it was billed. */
  readonly endedAt: Date;
  readonly durationMs: number;
  readonly attribution?: Attribution | undefined;
  /** `own`: on the project's own key. */
  readonly account?: string | undefined;
}

/** `$1` holds rows as JSON: a batch may be for as many users as it has requests. */
const INSERT_CALLS = `
INSERT INTO calls (id, created_at, organization_id, project_id, key_id, surface, stream, status, requested_model, decided_model,
                   served_model, requests, input_tokens, output_tokens, cost_usd, billed_usd, detail, batch_id, tags, end_user,
                   session_id, metadata)
SELECT id, created_at, organization_id, project_id, key_id, 'batch', false, 200, requested, model, model, requests, input_tokens,
       output_tokens, cost_usd, cost_usd, detail::json, batch_id, tags, end_user, session_id, metadata
  FROM json_to_recordset($1) AS call(id text, created_at timestamptz, organization_id text, project_id text, key_id text,
       requested text, model text, requests integer, input_tokens bigint, output_tokens bigint, cost_usd numeric, detail text, batch_id text,
       tags text[], end_user text, session_id text, metadata jsonb)`;
/** Small enough that printing them holds nobody up. */
const ROWS_A_STATEMENT = 500;

/** Writes the rows in the transaction that bills the batch, so that usage and ledger agree at any moment. */
export async function insertBatchCalls(manager: EntityManager, calls: readonly BatchCall[]): Promise<void> {
  for (let first = 0; first < calls.length; first += ROWS_A_STATEMENT) {
    const rows = calls.slice(first, first + ROWS_A_STATEMENT).map(toRow);
    await manager.query(INSERT_CALLS, [JSON.stringify(rows)]);
  }
}

function toRow(call: BatchCall): object {
  const { usage, attribution } = call;
  return {
    id: newId('call', call.endedAt.getTime()),
    created_at: call.endedAt,
    organization_id: call.organizationId,
    project_id: call.projectId,
    key_id: call.keyId,
    requested: call.alias ?? call.model,
    model: call.model,
    requests: call.requests,
    input_tokens: totalInputTokens(usage),
    output_tokens: usage.outputTokens,
    cost_usd: formatUsd(call.cost),
    detail: printCallDetail(detailOf(call)),
    batch_id: call.batchId,
    tags: attribution === undefined || attribution.tags.length === 0 ? null : attribution.tags,
    end_user: attribution?.endUser ?? null,
    session_id: attribution?.sessionId ?? null,
    metadata: attribution?.metadata ?? null,
  };
}

function detailOf({ batchId, model, provider, account, usage, cost, durationMs }: BatchCall): DetailedCall {
  return {
    usage,
    reasons: [`Requests of the batch ${batchId}, which name the model.`],
    attempts: [{ model, provider, account, status: 200, usage, cost, billed: cost > 0n, durationMs }],
    timings: { gatewayMs: 0, upstreamMs: durationMs },
  };
}
