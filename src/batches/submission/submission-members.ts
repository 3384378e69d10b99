import { InvalidRequestError } from '../../lib/gateway-error.js';
import { isLongerThan } from '../../lib/is-longer-than.js';
import { readTagList } from '../../surface/attribution/read-tags.js';
import { storableText } from '../../lib/storable-text.js';

/** What a submission says beside its requests. */
export interface SubmissionMembers {
  readonly idempotencyKey: string | undefined;
  readonly callbackUrl: string | undefined;
  readonly inputObject: string | undefined;
  /** They count for every request. */
  readonly tags: readonly string[];
}

const MAX_KEY_CHARS = 128;
const MAX_URL_CHARS = 2_048;
const MAX_OBJECT_CHARS = 100;

/** The key of a submission that may be wrong elsewhere; `undefined` where there is none that a batch could have. */
export function readUsableKey(members: ReadonlyMap<string, unknown>): string | undefined {
  const key = members.get('idempotency_key');
  return isText(key, MAX_KEY_CHARS) ? key : undefined;
}

/** Reads the members beside `requests`; those that are not ours are nobody's business. @throws InvalidRequestError (400) */
export function readMembers(members: ReadonlyMap<string, unknown>): SubmissionMembers {
  refuseOtherDialect(members);
  return {
    idempotencyKey: readText(members, 'idempotency_key', MAX_KEY_CHARS),
    callbackUrl: readText(members, 'callback_url', MAX_URL_CHARS),
    inputObject: readText(members, 'input_object', MAX_OBJECT_CHARS),
    tags: readTagList(members.get('tags'), 'tags'),
  };
}

/** OpenAI's SDK has its batches under the same path, and speaks of files there. */
function refuseOtherDialect(members: ReadonlyMap<string, unknown>): void {
  if (!members.has('input_file_id') && !members.has('completion_window')) return;
  throw new InvalidRequestError({
    code: 'openai_batch_shape',
    param: members.has('input_file_id') ? 'input_file_id' : 'completion_window',
    message:
      "This is the shape of OpenAI's batches, which begin with a file: they are served under /api/v1/openai, so set the base URL of the OpenAI SDK to this service's address with /api/v1/openai. Batches at this path take their requests at once: send `requests`, each with the `custom_id` and `body` of a line of that file, or upload such a document (POST /api/v1/route/batches/uploads) and name it as `input_object`. Results in OpenAI's lines are at GET /api/v1/route/batches/{id}/results?format=openai.",
  });
}

function readText(
  members: ReadonlyMap<string, unknown>,
  name: string,
  maxCharacters: number,
): string | undefined {
  const value = members.get(name);
  if (value === undefined || value === null) return undefined;
  if (isText(value, maxCharacters)) return value;
  throw new InvalidRequestError({
    param: name,
    message: `\`${name}\` must be a text of 1 to ${maxCharacters} characters, without NUL and half characters.`,
  });
}

/** The database would refuse a NUL, and keep all half characters as the same one: two keys would then be one. */
function isText(value: unknown, maxCharacters: number): value is string {
  return (
    typeof value === 'string' &&
    value !== '' &&
    !isLongerThan(value, maxCharacters) &&
    storableText(value) === value
  );
}
