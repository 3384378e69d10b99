import type { UsageRow } from '../../billing/usage/reading/usage-question.js';
import { readUsageKeys, readUsageText, type UsageTexts } from '../../billing/usage/reading/usage-texts.js';
import { formatUsd, parseUsd } from '../../lib/money.js';
import { inPieces } from '../../lib/steps.js';
import { csvLine } from '../csv/csv-line.js';
import type { UsageGrouping } from './usage-groups.js';

const SUMS = ['requests', 'input_tokens', 'output_tokens', 'cost_usd'];

/** Usage as CSV, some hundred rows a piece; amounts are exact. Two groupings have a column each, named after them. */
export async function* usageLines(rows: UsageTexts, grouping: UsageGrouping): AsyncGenerator<string> {
  yield csvLine([...(grouping.length === 1 ? ['key'] : grouping), ...SUMS]);
  const keys = await inPieces(readUsageKeys(rows));
  for (const text of rows.texts) yield await Promise.resolve(linesOf(readUsageText(text, keys)));
}

const linesOf = (rows: readonly UsageRow[]): string =>
  rows
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
    .join('');
