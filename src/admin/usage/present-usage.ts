import type { UsageCheck } from '../../billing/usage-checks.service.js';
import type { UsageRow } from '../../billing/usage-report.service.js';
import { parseUsd, toUsdNumber } from '../../lib/money.js';

/** With the names of what its ids lead to, where the report is by such. */
export function presentUsage(row: UsageRow, names?: ReadonlyMap<string, string>) {
  const { key, second_key: second } = row;
  return {
    ...(second === null ? { key } : { keys: [key, second] }),
    ...(names !== undefined && { name: names.get(key) ?? null }),
    requests: Number(row.requests),
    input_tokens: Number(row.input_tokens),
    output_tokens: Number(row.output_tokens),
    cost_usd: toUsdNumber(parseUsd(row.cost_usd)),
  };
}

/** The sum of all rows, exact. */
export function totalOf(rows: readonly UsageRow[]) {
  const sum = (valueOf: (row: UsageRow) => bigint): bigint =>
    rows.reduce((total, row) => total + valueOf(row), 0n);
  return {
    requests: Number(sum(({ requests }) => BigInt(requests))),
    input_tokens: Number(sum(({ input_tokens: tokens }) => BigInt(tokens))),
    output_tokens: Number(sum(({ output_tokens: tokens }) => BigInt(tokens))),
    cost_usd: toUsdNumber(sum(({ cost_usd: cost }) => parseUsd(cost))),
  };
}

export function presentUsageCheck({ usage, ledger, entries }: UsageCheck) {
  return {
    object: 'usage.check',
    ok: usage === ledger,
    usage_usd: toUsdNumber(usage),
    ledger_usd: toUsdNumber(ledger),
    difference_usd: toUsdNumber(usage - ledger),
    entries,
  };
}
