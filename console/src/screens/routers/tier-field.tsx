import type { Router } from '../../api/types.js';
import type { ModelOptions } from '../../parts/models/use-model-options.js';
import { Picker } from '../../ui/picker/picker.js';
import type { TierName } from './router-values.js';
import { text } from './text.js';

export interface TierFieldProps {
  readonly tier: TierName;
  readonly router: Router;
  /** Null: empty, or what the auto router has where this one is anchored. */
  readonly value: string | null;
  readonly models: ModelOptions;
  readonly onChange: (model: string | null) => void;
  readonly error: string | undefined;
}

/** The model of a tier with its price, and what is in force of it now. */
export function TierField({ tier, router, value, models, onChange, error }: TierFieldProps) {
  const { anchor_model: anchor, in_force: inForce } = router;
  const now = inForce[tier];
  const price = value === null ? undefined : models.priceOf(value);
  const followed = router.tiers[tier] === null ? now.model : null;
  return (
    <Picker
      label={text.tiers[tier]}
      value={value ?? ''}
      options={models.options}
      noneLabel={anchor === null ? text.noModel : text.follows(followed)}
      isDraft
      onChange={(model) => onChange(model === '' ? null : model)}
      error={error}
      hint={
        <>
          {price !== undefined && <span class="tier-price">{text.price(price)}</span>}{' '}
          {value === router.tiers[tier] && (
            <span class={now.model === null && value !== null ? 'tier-out' : undefined}>
              {now.model === null ? text.notInForce(now.reason ?? '') : text.inForce(now.model)}
            </span>
          )}
          <div>{text.tierHints[tier]}</div>
        </>
      }
    />
  );
}
