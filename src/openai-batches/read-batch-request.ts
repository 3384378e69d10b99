import type { BatchEndpoint } from '../batches/batch.entity.js';
import { InvalidRequestError } from '../lib/gateway-error.js';
import { isLongerThan } from '../lib/is-longer-than.js';
import { storableText } from '../lib/storable-text.js';
import { isJsonObject } from '../wire/exact-json/raw-json.js';
import { JsonBytesError, toInvalidRequestError } from '../wire/json-bytes/json-bytes-error.js';
import { readJson } from '../wire/json-bytes/read-member.js';
import { scanTopLevel, type TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';
import { checkExpiry } from './upload/upload-fields.js';

/** What `POST /batches` asks for. */
export interface BatchRequest {
  readonly inputFileId: string;
  readonly endpoint: BatchEndpoint;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly outputExpiresSeconds: number | null;
}

const ENDPOINTS: readonly BatchEndpoint[] = ['/v1/chat/completions', '/v1/responses', '/v1/embeddings'];
const FIELDS: ReadonlySet<string> = new Set([
  'input_file_id',
  'endpoint',
  'completion_window',
  'metadata',
  'output_expires_after',
]);
const WINDOW = '24h';
const MAX_PAIRS = 16;
const MAX_KEY_CHARS = 64;
const MAX_VALUE_CHARS = 512;
const MAX_SHOWN_CHARS = 64;

/** @throws InvalidRequestError (400) that names the field, also one that there is not: as at OpenAI, nothing is passed over */
export function readBatchRequest(body: Buffer): BatchRequest {
  const scan = scanBody(body);
  for (const { name } of scan.members) if (!FIELDS.has(name)) throw unknown(name);
  const inputFileId = readText(scan, 'input_file_id');
  const endpoint = readEndpoint(scan);
  if (readText(scan, 'completion_window') !== WINDOW)
    throw invalid('completion_window', `must be \`${WINDOW}\``);
  return {
    inputFileId,
    endpoint,
    metadata: readMetadata(readJson(scan, 'metadata')),
    outputExpiresSeconds: readOutputExpiry(readJson(scan, 'output_expires_after')),
  };
}

function scanBody(body: Buffer): TopLevelMembers {
  try {
    return scanTopLevel(body);
  } catch (error) {
    throw error instanceof JsonBytesError ? toInvalidRequestError(error) : error;
  }
}

function readText(scan: TopLevelMembers, name: string): string {
  const value = readJson(scan, name) ?? undefined;
  if (value === undefined)
    throw new InvalidRequestError({
      code: 'missing_required_parameter',
      param: name,
      message: `\`${name}\` is missing.`,
    });
  if (typeof value === 'string') return value;
  throw invalid(name, 'must be a text');
}

function readEndpoint(scan: TopLevelMembers): BatchEndpoint {
  const written = readText(scan, 'endpoint');
  const endpoint = ENDPOINTS.find((known) => known === written);
  if (endpoint !== undefined) return endpoint;
  throw invalid('endpoint', `must be one of ${ENDPOINTS.join(', ')}`);
}

function readMetadata(value: unknown): BatchRequest['metadata'] {
  if (value === undefined || value === null) return null;
  if (!isJsonObject(value)) throw invalid('metadata', 'must be an object of texts');
  const pairs = Object.entries(value);
  if (pairs.length > MAX_PAIRS) throw invalid('metadata', `holds more than ${MAX_PAIRS} pairs`);
  for (const [key, text] of pairs) {
    if (!isText(key, MAX_KEY_CHARS))
      throw invalid('metadata', `has a key that is no text of up to ${MAX_KEY_CHARS} characters`);
    if (!isText(text, MAX_VALUE_CHARS))
      throw invalid(`metadata.${key}`, `must be a text of up to ${MAX_VALUE_CHARS} characters`);
  }
  return value as Record<string, string>;
}

/** NUL and half characters are in no table. */
function isText(value: unknown, maxCharacters: number): boolean {
  return typeof value === 'string' && !isLongerThan(value, maxCharacters) && storableText(value) === value;
}

function readOutputExpiry(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  if (!isJsonObject(value)) throw invalid('output_expires_after', 'must be an object');
  for (const name of Object.keys(value))
    if (name !== 'anchor' && name !== 'seconds') throw unknown(`output_expires_after.${name}`);
  if (value.anchor !== 'created_at') throw invalid('output_expires_after.anchor', 'must be `created_at`');
  return checkExpiry(value.seconds, 'output_expires_after.seconds');
}

function unknown(name: string): InvalidRequestError {
  const param = name.slice(0, MAX_SHOWN_CHARS);
  return new InvalidRequestError({
    code: 'unknown_parameter',
    param,
    message: `\`${param}\` is no field of a batch: leave it out.`,
  });
}

function invalid(param: string, problem: string): InvalidRequestError {
  return new InvalidRequestError({ code: 'invalid_value', param, message: `\`${param}\` ${problem}.` });
}
