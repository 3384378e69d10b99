import { InvalidRequestError } from '../../../lib/gateway-error.js';
import { isJsonObject } from '../../exact-json/raw-json.js';
import { readNumber } from '../../json-bytes/read-member.js';
import type { TopLevelMembers } from '../../json-bytes/scan-top-level.js';
import { checkMetadata } from '../../openai/check-metadata.js';
import { readArray, readBoolean, wrongType } from '../../openai/read-field.js';
import { readSetting } from './read-settings.js';

const OPTIONAL = { nullIs: 'absent' } as const;
const MAX_TOP_LOGPROBS = 20;
const MAX_SHOWN_NAME = 64;

const SUMMARIES = ['auto', 'concise', 'detailed'];
/** The words that a member of a small object takes; undefined: whatever is written is the provider's to judge. */
const REASONING: Readonly<Record<string, readonly string[] | undefined>> = {
  effort: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
  summary: SUMMARIES,
  generate_summary: SUMMARIES,
  context: ['auto', 'current_turn', 'all_turns'],
  mode: undefined,
};
const INCLUDES: ReadonlySet<unknown> = new Set([
  'reasoning.encrypted_content',
  'message.output_text.logprobs',
  'message.input_image.image_url',
  'web_search_call.results',
  'web_search_call.action.sources',
  'file_search_call.results',
  'code_interpreter_call.outputs',
  'computer_call_output.output.image_url',
]);
const RETENTIONS = ['in-memory', 'in_memory', '24h'];

/**
 * Refuses settings whose members, words or numbers the API does not have, whoever would be asked: an upstream that cannot be told
 * them would pass over a mistake in silence.
 * @throws InvalidRequestError (400) naming the place
 */
export function checkSettings(scan: TopLevelMembers, { streams }: { readonly streams: boolean }): void {
  checkReasoning(readSetting(scan, 'reasoning'));
  checkIncludes(scan);
  checkCount(scan, 'max_tool_calls', 1);
  checkCount(scan, 'top_logprobs', 0, MAX_TOP_LOGPROBS);
  checkStreamOptions(readSetting(scan, 'stream_options'), streams);
  const metadata = readSetting(scan, 'metadata');
  if (isJsonObject(metadata)) checkMetadata(metadata);
  const retention = readSetting(scan, 'prompt_cache_retention');
  if (retention !== undefined) checkWord(retention, RETENTIONS, 'prompt_cache_retention');
}

/** A member that the API does not have. */
export function unknownMember(place: string, name: string): InvalidRequestError {
  const param = `${place}.${name.length > MAX_SHOWN_NAME ? `${name.slice(0, MAX_SHOWN_NAME)}…` : name}`;
  return new InvalidRequestError({
    code: 'unknown_parameter',
    param,
    message: `\`${param}\` is no field of the Responses API: leave it out.`,
  });
}

/** @param words that may be written there */
export function checkWord(value: unknown, words: readonly string[], param: string): void {
  if (typeof value !== 'string' || !words.includes(value))
    throw wrongType(param, `one of ${words.map((word) => `"${word}"`).join(', ')}`);
}

function checkReasoning(reasoning: unknown): void {
  if (!isJsonObject(reasoning)) return;
  for (const [name, value] of Object.entries(reasoning)) {
    if (!Object.hasOwn(REASONING, name)) throw unknownMember('reasoning', name);
    const words = REASONING[name];
    if (words !== undefined && value !== null) checkWord(value, words, `reasoning.${name}`);
  }
}

function checkIncludes(scan: TopLevelMembers): void {
  readArray(readSetting(scan, 'include'), 'include')?.forEach((entry, index) => {
    checkInclude(entry, `include[${index}]`);
  });
}

/** What an answer may be asked to hold beside the rest. @throws InvalidRequestError (400) */
export function checkInclude(entry: unknown, param: string): void {
  if (!INCLUDES.has(entry))
    throw wrongType(param, 'a value of `include`, such as "reasoning.encrypted_content"');
}

function checkCount(scan: TopLevelMembers, name: string, least: number, most = Infinity): void {
  const count = readNumber(scan, name, OPTIONAL);
  if (count === undefined || (Number.isSafeInteger(count) && count >= least && count <= most)) return;
  throw wrongType(
    name,
    most === Infinity ? `a whole number of at least ${least}` : `a whole number from ${least} to ${most}`,
  );
}

function checkStreamOptions(options: unknown, streams: boolean): void {
  if (!isJsonObject(options)) return;
  for (const [name, value] of Object.entries(options)) {
    if (name !== 'include_obfuscation') throw unknownMember('stream_options', name);
    readBoolean(value, `stream_options.${name}`);
  }
  if (streams) return;
  throw new InvalidRequestError({
    param: 'stream_options',
    message: '`stream_options` belongs to streams: set `stream` to true, or leave it out.',
  });
}
