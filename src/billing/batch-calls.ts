import type { EntityManager } from 'typeorm';
import { newId } from '../lib/ids.js';
import { formatUsd, type PicoUsd } from '../lib/money.js';
import { CallEntity } from './call.entity.js';
import { totalInputTokens } from './price-usage.js';
import type { TokenUsage } from './token-usage.js';
import { usageJson } from './usage-commit.repository.js';

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

/** Writes the rows in the transaction that bills the batch, so that usage and ledger agree at any moment. */
export async function insertBatchCalls(manager: EntityManager, calls: readonly BatchCall[]): Promise<void> {
  if (calls.length === 0) return;
  await manager.insert(
    CallEntity,
    calls.map((call) => ({
      id: newId('call', call.endedAt.getTime()),
      createdAt: call.endedAt,
      organizationId: call.organizationId,
      projectId: call.projectId,
      keyId: call.keyId,
      surface: 'batch' as const,
      stream: false,
      status: 200,
      requestedModel: call.model,
      decidedModel: call.model,
      servedModel: call.model,
      requests: call.requests,
      inputTokens: String(totalInputTokens(call.usage)),
      outputTokens: String(call.usage.outputTokens),
      costUsd: formatUsd(call.cost),
      billedUsd: formatUsd(call.cost),
      detail: detailOf(call),
    })),
  );
}

function detailOf({ batchId, model, provider, usage, cost, durationMs }: BatchCall): CallEntity['detail'] {
  return {
    usage: usageJson(usage),
    reasons: [`Requests of the batch ${batchId}, which name the model.`],
    attempts: [
      {
        model,
        provider,
        status: 200,
        usage: usageJson(usage),
        cost_usd: formatUsd(cost),
        billed: cost > 0n,
        duration_ms: durationMs,
      },
    ],
    timings: { gateway_ms: 0, upstream_ms: durationMs },
    trace_id: null,
  };
}
