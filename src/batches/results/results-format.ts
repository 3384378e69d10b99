import { InvalidRequestError } from '../../lib/gateway-error.js';
import { scanTopLevel, type TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import { MixedResultsError } from '../batch-errors.js';
import type { BatchShape } from '../batch.entity.js';

export type ResultsFormat = 'jsonl' | 'json' | 'openai' | 'anthropic';

export const RESULTS_FORMATS: readonly ResultsFormat[] = ['jsonl', 'json', 'openai', 'anthropic'];
/** More than the lines of a provider may nest: what was stored can be read. */
const MAX_DEPTH = 600;

/** @throws InvalidRequestError (400) for another word, MixedResultsError (400) when the batch has no such format */
export function readFormat(value: unknown, shape: BatchShape): ResultsFormat {
  if (value === undefined || value === '') return 'jsonl';
  const format = RESULTS_FORMATS.find((known) => known === value);
  if (format === undefined)
    throw new InvalidRequestError({
      param: 'format',
      message: `\`format\` takes one of ${RESULTS_FORMATS.join(', ')}.`,
    });
  if (format === 'openai' && shape !== 'body') throw new MixedResultsError(format);
  if (format === 'anthropic' && shape !== 'params') throw new MixedResultsError(format);
  return format;
}

const STATUS = Buffer.from('"status":');
const SUCCEEDED = Buffer.from('"succeeded"');

interface StoredError {
  readonly message: string;
  readonly type?: string;
  readonly code?: string;
  readonly param?: string;
}

interface StoredWords {
  readonly status_code?: number;
  readonly request_id?: string;
}

/** A stored line in provider A's results JSONL. The message's bytes stay as they are. */
export function toAnthropicLine(line: Buffer): readonly Buffer[] {
  const scan = scanLine(line);
  const customId = JSON.stringify(valueOf(scan, 'custom_id'));
  const status = valueOf(scan, 'status') as string;
  const open = `{"custom_id":${customId},"result":{"type":"${status}"`;
  if (status === 'succeeded')
    return [Buffer.from(`${open},"message":`), bytesOf(scan, 'response'), Buffer.from('}}\n')];
  if (status !== 'errored') return [Buffer.from(`${open}}}\n`)];
  const { message, type } = valueOf(scan, 'error') as StoredError;
  const { request_id: requestId } = (valueOf(scan, 'upstream') ?? {}) as StoredWords;
  const error = {
    type: 'error',
    error: { type: type ?? 'api_error', message },
    request_id: requestId ?? null,
  };
  return [Buffer.from(`${open},"error":${JSON.stringify(error)}}}\n`)];
}

/**
 * A stored line in provider B's batch output: an HTTP failure has its status and body, a request never run an error. What
 * provider B said itself is said again; for the others it is made of the error.
 */
export function toOpenAiLine(line: Buffer, batchId: string, index: number): readonly Buffer[] {
  const scan = scanLine(line);
  const status = valueOf(scan, 'status') as string;
  const upstream = (valueOf(scan, 'upstream') ?? {}) as StoredWords;
  const error = (valueOf(scan, 'error') ?? {}) as StoredError;
  const id = `batch_req_${batchId.slice(-10)}${index}`;
  const open = `{"id":"${id}","custom_id":${JSON.stringify(valueOf(scan, 'custom_id'))},"response":`;
  const head = (code: number): string =>
    `{"status_code":${upstream.status_code ?? code},"request_id":${JSON.stringify(upstream.request_id ?? id)},"body":`;
  if (status === 'succeeded')
    return [Buffer.from(open + head(200)), bytesOf(scan, 'response'), Buffer.from('},"error":null}\n')];
  const words = scan.find('upstream')?.kind === 'object' ? scanLine(bytesOf(scan, 'upstream')) : undefined;
  if (words?.find('error') !== undefined || status !== 'errored') {
    const said = words?.find('error') === undefined ? notRun(status) : bytesOf(words, 'error');
    return [Buffer.from(`${open}null,"error":`), said, Buffer.from('}\n')];
  }
  const body = words?.find('body') === undefined ? bodyOf(error) : bytesOf(words, 'body');
  return [
    Buffer.from(open + head(error.type === 'invalid_request_error' ? 400 : 500)),
    body,
    Buffer.from('},"error":null}\n'),
  ];
}

/** Whether a stored line has an answer. Its custom id, which stands before the status, is a text and cannot look like one. */
export function isAnswered(line: Buffer): boolean {
  const status = line.indexOf(STATUS);
  return line.subarray(status + STATUS.length, status + STATUS.length + SUCCEEDED.length).equals(SUCCEEDED);
}

function bodyOf({ message, type, code, param }: StoredError): Buffer {
  const error = { message, type: type ?? 'api_error', code: code ?? null, param: param ?? null };
  return Buffer.from(JSON.stringify({ error }));
}

function notRun(status: string): Buffer {
  const error =
    status === 'expired'
      ? { code: 'batch_expired', message: 'The request was not run before the batch expired.' }
      : { code: 'batch_cancelled', message: 'The request was not run before the batch was cancelled.' };
  return Buffer.from(JSON.stringify(error));
}

function scanLine(line: Buffer): TopLevelMembers {
  return scanTopLevel(line, { repeatedKeys: 'keep', maxDepth: MAX_DEPTH });
}

function bytesOf(scan: TopLevelMembers, name: string): Buffer {
  const member = scan.find(name);
  return member === undefined ? Buffer.from('null') : scan.bytes.subarray(member.valueStart, member.valueEnd);
}

function valueOf(scan: TopLevelMembers, name: string): unknown {
  return JSON.parse(bytesOf(scan, name).toString('utf8'));
}
