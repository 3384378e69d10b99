import { fieldError } from '../../api/api-error.js';
import { LimitFields } from '../../parts/limits/limit-fields.js';
import { TextField } from '../../ui/text-field.js';
import type { KeyDraft } from './key-draft.js';
import { text } from './text.js';

/** Those whose errors stand beside them. */
export const KEY_FIELDS = ['name', 'limit_usd', 'limit_period', 'expires_at', 'models'] as const;

export interface KeyFieldsProps {
  readonly draft: KeyDraft;
  readonly onChange: (draft: KeyDraft) => void;
  /** Of the request that brought it. */
  readonly error: unknown;
}

export function KeyFields({ draft, onChange, error }: KeyFieldsProps) {
  const { name, expires, models } = draft;
  return (
    <>
      <TextField
        label={text.name}
        hint={text.nameHint}
        error={fieldError(error, 'name')}
        value={name}
        onInput={(typed) => onChange({ ...draft, name: typed })}
        autoFocus
        required
      />
      <LimitFields draft={draft} onChange={(limit) => onChange({ ...draft, ...limit })} error={error} />
      <TextField
        label={text.expires}
        hint={text.expiresHint}
        type="datetime-local"
        error={fieldError(error, 'expires_at')}
        value={expires}
        onInput={(typed) => onChange({ ...draft, expires: typed })}
      />
      <TextField
        label={text.models}
        hint={text.modelsHint}
        lines={3}
        isCode
        error={fieldError(error, 'models')}
        value={models}
        onInput={(typed) => onChange({ ...draft, models: typed })}
      />
    </>
  );
}
