import type { UsageRow } from '../../billing/usage-report.service.js';
import { formatUsd, parseUsd } from '../../lib/money.js';
import { csvLine } from '../csv/csv-line.js';

const HEADER = ['key', 'requests', 'input_tokens', 'output_tokens', 'cost_usd'];
const PIECE_ROWS = 200;

/** Usage as CSV; amounts are exact. */
export async function* usageLines(rows: readonly UsageRow[]): AsyncGenerator<string> {
  yield csvLine(HEADER);
  for (let start = 0; start < rows.length; start += PIECE_ROWS)
    yield await Promise.resolve(
      rows
        .slice(start, start + PIECE_ROWS)
        .map((row) =>
          csvLine([
            row.key,
            BigInt(row.requests),
            BigInt(row.input_tokens),
            BigInt(row.output_tokens),
            { decimal: formatUsd(parseUsd(row.cost_usd)) },
          ]),
        )
        .join(''),
    );
}
