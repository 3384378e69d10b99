import { isJsonObject } from '../../wire/exact-json/raw-json.js';
import { readJson } from '../../wire/json-bytes/read-member.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import { checkMessageList } from '../../wire/openai/check-message-list.js';
import { readArray, readNumber, wrongType } from '../../wire/openai/read-field.js';

/**
 * Mistakes in `params` that no version of the Messages API takes. Nothing is translated here, and provider A tells of such
 * mistakes only when the batch has ended; what it may come to take is left to it.
 * @throws InvalidRequestError (400) naming the field
 */
export function checkParams(scan: TopLevelMembers): void {
  checkMessageList(scan);
  checkCount(scan, 'max_tokens');
  for (const name of ['temperature', 'top_p']) checkShare(scan, name);
  checkCount(scan, 'top_k');
  const sequences = readArray(readJson(scan, 'stop_sequences'), 'stop_sequences') ?? [];
  sequences.forEach((each, index) => {
    if (typeof each !== 'string') throw wrongType(`stop_sequences[${index}]`, 'a string');
  });
  const system = scan.find('system')?.kind ?? 'null';
  if (!['string', 'array', 'null'].includes(system))
    throw wrongType('system', 'a string or an array of text blocks');
  for (const name of ['thinking', 'tool_choice', 'metadata', 'output_config']) checkObject(scan, name);
}

function checkCount(scan: TopLevelMembers, name: string): void {
  const value = readNumber(readJson(scan, name), name);
  if (value !== undefined && (!Number.isSafeInteger(value) || value < 0))
    throw wrongType(name, 'a whole number of at least 0');
}

function checkShare(scan: TopLevelMembers, name: string): void {
  const value = readNumber(readJson(scan, name), name);
  if (value !== undefined && (value < 0 || value > 1)) throw wrongType(name, 'a number from 0 to 1');
}

function checkObject(scan: TopLevelMembers, name: string): void {
  const value: unknown = readJson(scan, name) ?? undefined;
  if (value !== undefined && !isJsonObject(value)) throw wrongType(name, 'an object');
}
