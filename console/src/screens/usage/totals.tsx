import type { UsageCheck, UsageReport } from '../../api/types.js';
import { checkUsage, type UsageOf } from '../../api/usage.js';
import { useAction } from '../../api/use-action.js';
import { compareAmounts, formatUsd } from '../../format/money.js';
import { formatCount } from '../../format/numbers.js';
import { Alert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { Facts } from '../../ui/facts.js';
import { Money } from '../../ui/money.js';
import { Region } from '../../ui/region.js';
import { sumOf, type Grouping, type GroupRow } from './groups.js';
import { text } from './text.js';

export interface TotalsProps {
  readonly total: UsageReport['total'];
  readonly rows: readonly GroupRow[];
  readonly grouping: Grouping;
  readonly of: UsageOf;
  readonly query: { readonly from: string; readonly to: string | undefined };
}

/** The whole, and that it is what the rows and the ledger say. */
export function Totals({ total, rows, grouping, of, query }: TotalsProps) {
  const check = useAction({ run: () => checkUsage(of.id, query) });
  return (
    <Region
      title={text.total}
      actions={
        of.kind === 'project' && (
          <Button isBusy={check.isRunning} onClick={() => check.start()}>
            {text.check}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [text.cost, <Money key="cost" usd={total.cost_usd} />],
          [text.requests, formatCount(total.requests)],
          [text.inputTokens, formatCount(total.input_tokens)],
          [text.outputTokens, formatCount(total.output_tokens)],
        ]}
      />
      <p class="field-hint">
        {grouping.includes('tag') ? text.tagsSum : saySum(rows, total.cost_usd)}{' '}
        <span role="status">{check.result !== undefined && sayCheck(check.result)}</span>
      </p>
      {check.error !== null && <Alert>{check.error.message}</Alert>}
    </Region>
  );
}

function sayCheck({ ok, entries, ledger_usd: ledger, difference_usd: difference }: UsageCheck): string {
  return ok
    ? text.checkOk(formatCount(entries), formatUsd(ledger))
    : text.checkDiffers(formatUsd(ledger), formatUsd(difference));
}

/** A JSON number holds about 16 digits: of large amounts with fine decimals the last ones are cut off, in the rows and in the total. */
const ROUNDING = 1e-13;
const isRounding = (sum: string, total: number): boolean =>
  Math.abs(Number(sum) - total) <= Math.abs(total) * ROUNDING;

function saySum(rows: readonly GroupRow[], total: number): string {
  const sum = sumOf(rows);
  if (compareAmounts(sum, total) === 0) return text.rowsSum(formatCount(rows.length), formatUsd(sum));
  return isRounding(sum, total) ? text.rowsRounded(formatUsd(sum)) : text.rowsDiffer(formatUsd(sum));
}
