import { makeBreather } from '../http/make-breather.js';
import { isRecord, toRecord, toText, type JsonRecord } from '../json-value.js';

const MAX_LINES = 50_000;
const MAX_ERRORS = 20;

export interface BatchLine {
  customId: string;
  body: JsonRecord;
}

export interface BatchFileError {
  code: string;
  message: string;
  param: string | null;
  line: number | null;
}

/** The requests of an input file, or everything that is wrong with it (the first twenty faults). */
export async function readBatchFile(
  content: Buffer,
  endpoint: string,
): Promise<{ lines: BatchLine[]; errors: BatchFileError[] }> {
  const breathe = makeBreather();
  const lines: BatchLine[] = [];
  const errors: BatchFileError[] = [];
  const seen = { ids: new Set<string>(), model: undefined as string | undefined };
  let number = 0;
  for (const text of linesOf(content)) {
    await breathe();
    number += 1;
    if (text.trim() === '') continue;
    const checked = checkLine(text, endpoint, seen);
    if ('customId' in checked) lines.push(checked);
    else errors.push({ ...checked, line: number });
    if (lines.length > MAX_LINES) {
      errors.push(fault('too_many_tasks', `The batch may hold at most ${MAX_LINES} requests.`));
    }
    if (errors.length >= MAX_ERRORS || lines.length > MAX_LINES) break;
  }
  if (number === 0 || (lines.length === 0 && errors.length === 0)) {
    errors.push(fault('empty_file', 'The input file holds no requests.'));
  }
  return { lines, errors };
}

function checkLine(
  text: string,
  endpoint: string,
  seen: { ids: Set<string>; model: string | undefined },
): BatchLine | BatchFileError {
  let line: unknown;
  try {
    line = JSON.parse(text);
  } catch {
    return fault('invalid_json_line', 'This line is not parseable as valid JSON.');
  }
  const record = toRecord(line);
  const customId = toText(record.custom_id);
  if (customId === '')
    return fault('missing_required_parameter', "Missing required parameter: 'custom_id'.", 'custom_id');
  if (seen.ids.has(customId))
    return fault('duplicate_custom_id', `The custom_id '${customId}' is used twice.`, 'custom_id');
  if (record.method !== 'POST') return fault('invalid_method', "The 'method' must be POST.", 'method');
  if (record.url !== endpoint) {
    return fault(
      'mismatched_url',
      `The url '${toText(record.url)}' is not the batch's endpoint '${endpoint}'.`,
      'url',
    );
  }
  if (!isRecord(record.body))
    return fault('missing_required_parameter', "Missing required parameter: 'body'.", 'body');
  const model = toText(record.body.model);
  if (model === '')
    return fault('missing_required_parameter', "Missing required parameter: 'body.model'.", 'body.model');
  if (seen.model !== undefined && seen.model !== model) {
    return fault('mismatched_model', 'All requests of a batch must use the same model.', 'body.model');
  }
  if (record.body.stream === true) {
    return fault('invalid_parameter', 'Streaming is not supported in batches.', 'body.stream');
  }
  seen.model = model;
  seen.ids.add(customId);
  return { customId, body: record.body };
}

function* linesOf(content: Buffer): Generator<string> {
  let start = 0;
  while (start < content.length) {
    const end = content.indexOf(10, start);
    const stop = end < 0 ? content.length : end;
    yield content.toString('utf8', start, stop);
    start = stop + 1;
  }
}

function fault(code: string, message: string, param: string | null = null): BatchFileError {
  return { code, message, param, line: null };
}
