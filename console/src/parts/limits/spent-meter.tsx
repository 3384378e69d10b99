import { formatUsd, plainAmount } from '../../format/money.js';
import { Meter } from '../../ui/meter.js';
import { Time } from '../../ui/time.js';
import type { LimitShown } from './limit-draft.js';
import { text } from './text.js';

export interface SpentMeterProps {
  readonly of: LimitShown & {
    readonly spent_usd: number | null;
    readonly remaining_usd: number | null;
    readonly resets_at: string | null;
  };
}

/** How much of a limit is spent, what is left, and when it begins anew. */
export function SpentMeter({ of }: SpentMeterProps) {
  const { limit_usd: limit, limit_period: period, spent_usd: spent, remaining_usd: left, resets_at } = of;
  if (limit === null || period === null) return <span>{text.none}</span>;
  return (
    <>
      <Meter
        label={text.spent}
        portion={portionOf(spent ?? 0, limit)}
        valueText={text.of(formatUsd(spent ?? 0), formatUsd(limit), text.periods[period])}
      />
      <div class="field-hint">
        {left !== null && text.left(formatUsd(left))}
        {resets_at !== null && (
          <>
            {'. '}
            {text.resets} <Time at={resets_at} />
          </>
        )}
      </div>
    </>
  );
}

/** For the length of a bar alone. */
function portionOf(spent: number, limit: number): number {
  return limit === 0 ? 1 : Number(plainAmount(spent)) / Number(plainAmount(limit));
}
