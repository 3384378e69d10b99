import type { CallLog } from '../../billing/calls/call-log.service.js';
import type { CallFilters } from '../../billing/calls/call-filters.js';
import type { CallEntity } from '../../billing/calls/call.entity.js';
import { formatUsd, parseUsd } from '../../lib/money.js';
import { csvLine, type CsvAmount, type CsvValue } from '../csv/csv-line.js';

/** Small enough that writing a page's lines holds nobody up. */
const PAGE_ROWS = 200;

const HEADER = [
  'id',
  'created_at',
  'surface',
  'stream',
  'status',
  'key_id',
  'tier',
  'router_id',
  'group_id',
  'requested_model',
  'decided_model',
  'served_model',
  'requests',
  'input_tokens',
  'output_tokens',
  'cost_usd',
  'billed_usd',
  'attempts',
  'gateway_ms',
  'upstream_ms',
  'first_byte_ms',
  'trace_id',
  'tags',
  'end_user',
  'session_id',
  'metadata',
];

/** The call log as CSV, a page at a time: no connection is held while the client reads. */
export async function* callLines(
  log: CallLog,
  projectId: string,
  filters: CallFilters,
  { after, limit }: { after?: string; limit?: number },
): AsyncGenerator<string> {
  let last = after;
  let left = limit ?? Number.POSITIVE_INFINITY;
  let head = csvLine(HEADER);
  while (left > 0) {
    const page = { limit: Math.min(PAGE_ROWS, left), after: last };
    const { rows, searchedTo } = await log.page(projectId, filters, page);
    yield head + rows.map((row) => csvLine(valuesOf(row))).join('');
    if (rows.length < PAGE_ROWS && searchedTo === undefined) return;
    head = '';
    left -= rows.length;
    last = searchedTo ?? rows.at(-1)?.id;
  }
}

function valuesOf(row: CallEntity): CsvValue[] {
  const { timings, attempts, trace_id: traceId } = row.detail;
  return [
    row.id,
    row.createdAt.toISOString(),
    row.surface,
    row.stream,
    row.status,
    row.keyId,
    row.tier,
    row.routerId,
    row.groupId,
    row.requestedModel,
    row.decidedModel,
    row.servedModel,
    row.requests,
    BigInt(row.inputTokens),
    BigInt(row.outputTokens),
    row.costUsd === null ? null : amount(row.costUsd),
    amount(row.billedUsd),
    attempts.length,
    timings['gateway_ms'] ?? null,
    timings['upstream_ms'] ?? null,
    timings['first_byte_ms'] ?? null,
    traceId,
    row.tags?.join(',') ?? null,
    row.endUser,
    row.sessionId,
    row.metadata === null ? null : JSON.stringify(row.metadata),
  ];
}

function amount(text: string): CsvAmount {
  return { decimal: formatUsd(parseUsd(text)) };
}
