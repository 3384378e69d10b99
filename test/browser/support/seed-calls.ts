import type { TestConsole } from './start-console.js';
import { newId } from '../../../src/lib/ids.js';

export interface SeededCall {
  /** Before now. */
  readonly ageMs: number;
  readonly status?: number;
  readonly model?: string;
  readonly tier?: string;
  readonly reasons?: readonly string[];
  /** Decimal text. */
  readonly costs?: readonly string[];
  readonly billed?: string;
  readonly traceId?: string;
}

/** Rows of the call log as calls of those times would have left them, oldest last. @returns their ids */
export async function seedCalls(
  { application: { dataSource }, tenant }: TestConsole,
  calls: readonly SeededCall[],
): Promise<readonly string[]> {
  const now = Date.now();
  const rows = calls.map((call) => rowOf(call, now - call.ageMs));
  await dataSource.query(
    `INSERT INTO calls (id, created_at, organization_id, project_id, key_id, surface, stream, status, tier, requested_model,
                        decided_model, served_model, requests, input_tokens, output_tokens, cost_usd, billed_usd, trace_id, detail)
     SELECT id, at, $1, $2, $3, 'chat', false, status, tier, 'auto', model, model, 1, 10, 20, billed, billed, trace, detail
       FROM json_to_recordset($4) AS r(id text, at timestamptz, status smallint, tier text, model text, billed numeric, trace text, detail json)`,
    [tenant.organizationId, tenant.projectId, tenant.keyId, JSON.stringify(rows)],
  );
  return rows.map(({ id }) => id);
}

function rowOf(call: SeededCall, atMs: number) {
  const { status = 200, model = 'vendorb/gpt-6.1-terra', tier = 'strong', reasons = ['Seeded.'] } = call;
  const { costs = ['0.000123'], billed = costs.length === 1 ? costs[0] : '0', traceId = null } = call;
  return {
    id: newId('call', atMs),
    at: new Date(atMs).toISOString(),
    status,
    tier,
    model,
    billed,
    trace: traceId,
    detail: {
      usage: { input_tokens: 10, output_tokens: 20 },
      reasons,
      attempts: costs.map((cost, index) => ({
        model,
        provider: 'provider_b',
        status: index === costs.length - 1 ? status : 429,
        ...(index > 0 && { retry_reason: 'cascade' }),
        cost_usd: cost,
        billed: true,
        duration_ms: 100,
        start_ms: index * 100,
      })),
      timings: { gateway_ms: 2, upstream_ms: 100 * costs.length, first_byte_ms: 50 },
      trace_id: traceId,
    },
  };
}
