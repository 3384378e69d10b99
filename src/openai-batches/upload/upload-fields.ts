import { formFieldError } from './upload-form-errors.js';

/** What an upload says beside its bytes. */
export interface UploadFields {
  readonly purpose: 'batch';
  /** Undefined: as long as files are kept. */
  readonly expiresAfterSeconds: number | undefined;
}

const MIN_SECONDS = 3_600;
const MAX_SECONDS = 30 * 86_400;
const DIGITS = /^\d{1,9}$/;
const ANCHOR_FIELD = 'expires_after[anchor]';
const SECONDS_FIELD = 'expires_after[seconds]';
const FIELDS: ReadonlySet<string> = new Set(['purpose', ANCHOR_FIELD, SECONDS_FIELD]);
const MAX_SHOWN_CHARS = 40;

/** @throws InvalidRequestError (400) */
export function checkPurpose(purpose: string | undefined): void {
  if (purpose === 'batch') return;
  if (purpose === undefined)
    throw formFieldError('purpose', '`purpose` is missing. Send `batch`.', 'missing_required_parameter');
  throw formFieldError(
    'purpose',
    `\`purpose\` is ${JSON.stringify(purpose.slice(0, 40))}, and files are taken for batches alone: send \`batch\`.`,
    'invalid_value',
  );
}

/** Reads the parts of an upload that are no file. @throws InvalidRequestError (400), also for a part that there is not, as at OpenAI */
export function readUploadFields(fields: ReadonlyMap<string, string>): UploadFields {
  checkPurpose(fields.get('purpose'));
  for (const name of fields.keys())
    if (!FIELDS.has(name)) {
      const shown = name.slice(0, MAX_SHOWN_CHARS);
      throw formFieldError(shown, `\`${shown}\` is no part of an upload: leave it out.`, 'unknown_parameter');
    }
  const anchor = fields.get(ANCHOR_FIELD);
  const seconds = fields.get(SECONDS_FIELD);
  if (anchor === undefined && seconds === undefined)
    return { purpose: 'batch', expiresAfterSeconds: undefined };
  if (anchor !== 'created_at')
    throw formFieldError(ANCHOR_FIELD, `\`${ANCHOR_FIELD}\` must be \`created_at\`.`);
  const expiresAfterSeconds = seconds !== undefined && DIGITS.test(seconds) ? Number(seconds) : 0;
  return { purpose: 'batch', expiresAfterSeconds: checkExpiry(expiresAfterSeconds, SECONDS_FIELD) };
}

/** @throws InvalidRequestError (400) for what is no time that a file can be kept */
export function checkExpiry(seconds: unknown, param: string): number {
  if (Number.isInteger(seconds) && Number(seconds) >= MIN_SECONDS && Number(seconds) <= MAX_SECONDS)
    return Number(seconds);
  throw formFieldError(
    param,
    `\`${param}\` must be a number of seconds from ${MIN_SECONDS} to ${MAX_SECONDS}.`,
  );
}
