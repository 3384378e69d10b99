import type { Model } from '../../api/types.js';
import { compareAmounts } from '../../format/money.js';
import type { PickOption } from '../../ui/picker/match-options.js';
import { isPriced, priceText } from './price-text.js';

/** Chat models with prices, the cheapest output first: who looks for a cheaper one reads from the top. Pure. */
export function modelOptions(models: readonly Model[]): readonly PickOption[] {
  const outputOf = ({ prices_usd_per_million_tokens: { output } }: Model): number => output ?? 0;
  return models
    .filter(isPriced)
    .sort(
      (first, second) => compareAmounts(outputOf(first), outputOf(second)) || (first.id < second.id ? -1 : 1),
    )
    .map((model) => ({ value: model.id, detail: priceText(model) }));
}
