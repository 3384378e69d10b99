import type { EntityManager } from 'typeorm';
import { newId } from '../lib/ids.js';
import { formatUsd, type PicoUsd } from '../lib/money.js';
import { totalInputTokens } from './price-usage.js';
import { printCallDetail, type DetailedCall } from './print-call-detail.js';
import type { TokenUsage } from './token-usage.js';

/** All requests of a batch to one model: one row of the call log. */
export interface BatchCall {
  readonly batchId: string;
  readonly organizationId: string;
  readonly projectId: string;
  readonly keyId: string;
  readonly model: string;
  readonly provider: string;
  readonly requests: number;
  readonly usage: TokenUsage;
  readonly cost: PicoUsd;
  /** The rows are dated by the batch's end, when it was billed. */
  readonly endedAt: Date;
  readonly durationMs: number;
}

const INSERT_CALL = `
INSERT INTO calls (id, created_at, organization_id, project_id, key_id, surface, stream, status, requested_model, decided_model,
                   served_model, requests, input_tokens, output_tokens, cost_usd, billed_usd, detail, batch_id)
VALUES ($1, $2, $3, $4, $5, 'batch', false, 200, $6, $6, $6, $7, $8, $9, $10, $10, $11, $12)`;

/** Writes the rows in the transaction that bills the batch, so that usage and ledger agree at any moment. */
export async function insertBatchCalls(manager: EntityManager, calls: readonly BatchCall[]): Promise<void> {
  for (const call of calls)
    await manager.query(INSERT_CALL, [
      newId('call', call.endedAt.getTime()),
      call.endedAt,
      call.organizationId,
      call.projectId,
      call.keyId,
      call.model,
      call.requests,
      totalInputTokens(call.usage),
      call.usage.outputTokens,
      formatUsd(call.cost),
      printCallDetail(detailOf(call)),
      call.batchId,
    ]);
}

function detailOf({ batchId, model, provider, usage, cost, durationMs }: BatchCall): DetailedCall {
  return {
    usage,
    reasons: [`Requests of the batch ${batchId}, which name the model.`],
    attempts: [{ model, provider, status: 200, usage, cost, billed: cost > 0n, durationMs }],
    timings: { gatewayMs: 0, upstreamMs: durationMs },
  };
}
