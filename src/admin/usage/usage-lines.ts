import type { UsageRow } from '../../billing/usage-report.service.js';
import { formatUsd, parseUsd } from '../../lib/money.js';
import { csvLine } from '../csv/csv-line.js';
import type { UsageGrouping } from './usage-groups.js';

const SUMS = ['requests', 'input_tokens', 'output_tokens', 'cost_usd'];
const PIECE_ROWS = 200;

/** Usage as CSV; amounts are exact. Two groupings have a column each, named after them. */
export async function* usageLines(
  rows: readonly UsageRow[],
  grouping: UsageGrouping,
): AsyncGenerator<string> {
  yield csvLine([...(grouping.length === 1 ? ['key'] : grouping), ...SUMS]);
  for (let start = 0; start < rows.length; start += PIECE_ROWS)
    yield await Promise.resolve(
      rows
        .slice(start, start + PIECE_ROWS)
        .map((row) =>
          csvLine([
            row.key,
            ...(row.second_key === null ? [] : [row.second_key]),
            BigInt(row.requests),
            BigInt(row.input_tokens),
            BigInt(row.output_tokens),
            { decimal: formatUsd(parseUsd(row.cost_usd)) },
          ]),
        )
        .join(''),
    );
}
