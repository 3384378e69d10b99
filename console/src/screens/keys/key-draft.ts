import type { ApiKey } from '../../api/types.js';
import { plainAmount } from '../../format/money.js';
import { limitOf, NO_LIMIT, type LimitDraft } from '../../parts/limits/limit-draft.js';

/** What is typed of a key. */
export interface KeyDraft extends LimitDraft {
  readonly name: string;
  /** As `datetime-local` has it: in the browser's zone, empty for never. */
  readonly expires: string;
  /** One a line; empty for all. */
  readonly models: string;
}

export const NEW_KEY: KeyDraft = { ...NO_LIMIT, name: '', expires: '', models: '' };

export function draftOf({ name, limit_usd, limit_period, expires_at, models }: ApiKey): KeyDraft {
  return {
    name,
    limit: limit_usd === null ? '' : plainAmount(limit_usd),
    period: limit_period ?? NO_LIMIT.period,
    expires: expires_at === null ? '' : toLocalInput(expires_at),
    models: (models ?? []).join('\n'),
  };
}

/** What the API takes of a key. */
export interface KeyFields extends ReturnType<typeof limitOf> {
  readonly name: string;
  readonly expires_at: string | null;
  readonly models: string[] | null;
}

export function fieldsOf(draft: KeyDraft): KeyFields {
  const { name, expires, models } = draft;
  const listed = models.split(/[\s,]+/).filter((id) => id !== '');
  return {
    name,
    ...limitOf(draft),
    expires_at: expires === '' ? null : new Date(expires).toISOString(),
    models: listed.length === 0 ? null : listed,
  };
}

/** What was typed anew: an expiry that has passed is not sent again. A limit goes whole. */
export function changesOf(draft: KeyDraft, before: KeyDraft): Partial<KeyFields> {
  const { name, expires_at, models, ...limit } = fieldsOf(draft);
  return {
    ...(draft.name !== before.name && { name }),
    ...(draft.expires !== before.expires && { expires_at }),
    ...(draft.models !== before.models && { models }),
    ...((draft.limit !== before.limit || (draft.limit !== '' && draft.period !== before.period)) && limit),
  };
}

function toLocalInput(time: string): string {
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
