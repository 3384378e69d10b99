import { DAY_MS, HOUR_MS, parseDurationMs } from '../lib/durations.js';

/** What a project says of its calls' contents, as the database has it and the management API shows it. */
export interface ContentSetting {
  readonly enabled: boolean;
  /** A duration: `7d`. */
  readonly retention: string;
  /** Of the request, and of the answer: kilobytes (1,024 bytes). */
  readonly max_kb: number;
}

export const CONTENTS_OFF: ContentSetting = { enabled: false, retention: '7d', max_kb: 64 };
export const MIN_RETENTION_MS = HOUR_MS;
export const MAX_RETENTION_MS = 90 * DAY_MS;
export const MAX_KB = 1_024;
const KB = 1_024;

/** How contents of a caller's calls are kept. */
export interface ContentPolicy {
  readonly retentionMs: number;
  readonly maxBytes: number;
}

/** What is not named stays as it is. */
export function mergeContentSetting(
  before: ContentSetting | null,
  change: Partial<ContentSetting>,
): ContentSetting {
  const base = before ?? CONTENTS_OFF;
  return {
    enabled: change.enabled ?? base.enabled,
    retention: change.retention ?? base.retention,
    max_kb: change.max_kb ?? base.max_kb,
  };
}

/** `undefined`: nothing is kept. Zero retention wins over every setting. */
export function contentPolicyOf(
  setting: ContentSetting | null,
  { zeroRetention }: { readonly zeroRetention: boolean },
): ContentPolicy | undefined {
  if (setting === null || !setting.enabled || zeroRetention) return undefined;
  const retentionMs = readRetentionMs(setting.retention);
  return retentionMs === undefined ? undefined : { retentionMs, maxBytes: setting.max_kb * KB };
}

/** Milliseconds of a retention; `undefined` when it is no duration or out of bounds. */
export function readRetentionMs(text: string): number | undefined {
  const ms = parseDurationMs(text);
  return ms === undefined || ms < MIN_RETENTION_MS || ms > MAX_RETENTION_MS ? undefined : ms;
}
