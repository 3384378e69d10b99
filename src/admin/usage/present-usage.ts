import type { UsageCheck } from '../../billing/usage/usage-checks.service.js';
import type { UsageSums } from '../../billing/usage/reading/usage-texts.js';
import { formatUsd, parseUsd, toUsdNumber } from '../../lib/money.js';

/** What parts of a report sum to, in JSON, with all of its digits: a double has 15. */
export function printTotal(parts: readonly UsageSums[]): string {
  let [requests, inputTokens, outputTokens, costUsd] = [0n, 0n, 0n, 0n];
  for (const part of parts) {
    requests += BigInt(part.requests);
    inputTokens += BigInt(part.input_tokens);
    outputTokens += BigInt(part.output_tokens);
    costUsd += parseUsd(part.cost_usd);
  }
  return `{"requests":${requests},"input_tokens":${inputTokens},"output_tokens":${outputTokens},"cost_usd":${formatUsd(costUsd)}}`;
}

export function presentUsageCheck({ usage, ledger, entries, cuts }: UsageCheck) {
  return {
    object: 'usage.check',
    ok: cuts.every((cut) => cut.usage === ledger),
    usage_usd: toUsdNumber(usage),
    ledger_usd: toUsdNumber(ledger),
    difference_usd: toUsdNumber(usage - ledger),
    entries,
    cuts: cuts.map((cut) => ({
      group_by: cut.groupBy,
      usage_usd: toUsdNumber(cut.usage),
      difference_usd: toUsdNumber(cut.usage - ledger),
    })),
  };
}
