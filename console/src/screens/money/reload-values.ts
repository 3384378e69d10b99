import type { Organization } from '../../api/types.js';
import type { ReloadSettings } from '../../api/money.js';
import { plainAmount } from '../../format/money.js';
import type { ValueWords } from '../../parts/edits/values-table.js';
import { text } from './text.js';

/** As they are typed. */
export const reloadValues = ({ auto_reload: saved }: Organization): ReloadSettings => ({
  enabled: saved.enabled,
  threshold: plainAmount(saved.threshold_usd),
  amount: plainAmount(saved.amount_usd),
});

const LABELS: Readonly<Record<keyof ReloadSettings, string>> = {
  enabled: text.reloadEnabled,
  threshold: text.threshold,
  amount: text.reloadAmount,
};

export const RELOAD_WORDS: ValueWords<ReloadSettings> = {
  labelOf: (field) => LABELS[field],
  print: (value) => (typeof value === 'boolean' ? (value ? text.yes : text.no) : value),
};
