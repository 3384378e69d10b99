import { InvalidRequestError } from '../../lib/gateway-error.js';

export type JsonProblem =
  | 'syntax'
  | 'too-deep'
  | 'duplicate-key'
  | 'too-many-members'
  | 'too-many-values'
  | 'not-an-object'
  | 'encoding';

/** The bytes are not the JSON object that was hoped for. Neutral: they may be a caller's body or a provider's answer. */
export class JsonBytesError extends Error {
  readonly problem: JsonProblem;
  /** Of the first byte at fault, in bytes from the start of the document. */
  readonly offset: number;
  /** The name that came twice, or whose value should have been an object. */
  readonly key: string | undefined;

  constructor({ problem, offset, key }: { problem: JsonProblem; offset: number; key?: string }) {
    super(describe(problem, offset, key));
    this.name = 'JsonBytesError';
    this.problem = problem;
    this.offset = offset;
    this.key = key;
  }
}

/** What is no JSON object at all, and not merely one that we do not take. */
const NO_JSON: ReadonlySet<JsonProblem> = new Set(['syntax', 'encoding', 'not-an-object']);

/**
 * The same fault as a 400, for bytes that a caller sent: `invalid_json`, or `invalid_request` with the key at fault as `param`
 * where there is one.
 */
export function toInvalidRequestError(error: JsonBytesError): InvalidRequestError {
  return new InvalidRequestError({
    code: error.key === undefined && NO_JSON.has(error.problem) ? 'invalid_json' : 'invalid_request',
    message: `The request body cannot be read: ${error.message}`,
    param: error.key,
    cause: error,
  });
}

const MAX_SHOWN_KEY = 64;

function describe(problem: JsonProblem, offset: number, key = ''): string {
  const shownKey = key.length > MAX_SHOWN_KEY ? `${key.slice(0, MAX_SHOWN_KEY)}…` : key;
  switch (problem) {
    case 'syntax':
      return `it is not valid JSON at byte ${offset}.`;
    case 'too-deep':
      return `its JSON is nested too deeply at byte ${offset}.`;
    case 'duplicate-key':
      return `the member "${shownKey}" is given twice (byte ${offset}); give it once.`;
    case 'too-many-members':
      return `its JSON object has too many members (byte ${offset}).`;
    case 'too-many-values':
      return `its JSON has more values than are taken: the ones behind byte ${offset} are too many.`;
    case 'not-an-object':
      return key === ''
        ? 'it must be a JSON object.'
        : `"${shownKey}" must be a JSON object (byte ${offset}).`;
    case 'encoding':
      return 'it must be JSON in UTF-8 without a byte order mark.';
  }
}
