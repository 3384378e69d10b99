import { fieldError } from '../../api/api-error.js';
import { Combobox } from '../../ui/combobox.js';
import { TextField } from '../../ui/text-field.js';
import type { LimitDraft, LimitPeriod } from './limit-draft.js';
import { text } from './text.js';

const PERIODS = (['day', 'week', 'month', 'total'] as const).map((value) => ({
  value,
  label: text.periods[value],
}));

export interface LimitFieldsProps {
  readonly draft: LimitDraft;
  readonly onChange: (draft: LimitDraft) => void;
  /** Of the request that brought it. */
  readonly error: unknown;
}

/** What may be spent, and in which period. */
export function LimitFields({ draft, onChange, error }: LimitFieldsProps) {
  const { limit, period } = draft;
  return (
    <>
      <TextField
        label={text.limit}
        hint={text.limitHint}
        type="decimal"
        value={limit}
        onInput={(typed) => onChange({ limit: typed, period })}
        error={fieldError(error, 'limit_usd')}
      />
      <Combobox
        label={text.period}
        value={period}
        options={PERIODS}
        onChange={(chosen) => onChange({ limit, period: chosen as LimitPeriod })}
        error={fieldError(error, 'limit_period')}
      />
    </>
  );
}
