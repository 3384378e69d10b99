import { isJsonObject, type JsonObject } from '../../../exact-json/raw-json.js';
import type { JsonMember, TopLevelMembers } from '../../../json-bytes/scan-top-level.js';
import type { TextMembers } from '../check-text-format.js';
import type { ToChatInput } from '../chat-form.js';
import { readSetting } from '../read-settings.js';
import { onlyAtProviderB } from './chat-tools.js';
import { rawJson } from './raw-text.js';

/** Fields that are called alike, and what those are called that are not. */
const CARRIED: Readonly<Record<string, string>> = {
  model: 'model',
  stream: 'stream',
  max_output_tokens: 'max_tokens',
  temperature: 'temperature',
  top_p: 'top_p',
  user: 'user',
  safety_identifier: 'safety_identifier',
  metadata: 'metadata',
};
/** Fields that change no answer's meaning, and that chat upstreams have no place for. */
const IGNORED: ReadonlySet<string> = new Set([
  'stream_options',
  'top_logprobs',
  'max_tool_calls',
  'prompt_cache_key',
  'prompt_cache_options',
  'prompt_cache_retention',
  'service_tier',
  'moderation',
  'client_metadata',
]);
const ENCRYPTED_REASONING = 'reasoning.encrypted_content';

/** Settings in the words of chat completions. */
export interface ChatSettings {
  readonly members: JsonObject;
  readonly ignored: readonly string[];
}

/** @throws InvalidRequestError (400) naming what would change the answer's meaning and cannot be said */
export function toChatSettings(
  scan: TopLevelMembers,
  text: TextMembers,
  upstream: ToChatInput['upstream'],
): ChatSettings {
  const members: JsonObject = {};
  const ignored: string[] = [];
  for (const member of scan.members) {
    if (member.kind === 'null') continue;
    const name = CARRIED[member.name];
    if (name !== undefined && Object.hasOwn(CARRIED, member.name))
      members[name] = rawJson(scan.bytes, rangeOf(member));
    else if (IGNORED.has(member.name)) ignored.push(member.name);
    else noteOthers(scan, member, { text, upstream, members, ignored });
  }
  return { members, ignored };
}

interface Noting {
  readonly text: TextMembers;
  readonly upstream: ToChatInput['upstream'];
  readonly members: JsonObject;
  readonly ignored: string[];
}

function noteOthers(scan: TopLevelMembers, { name }: JsonMember, noting: Noting): void {
  const { members, ignored, text, upstream } = noting;
  switch (name) {
    case 'text':
      members['response_format'] = toResponseFormat(scan.bytes, text);
      if (text.text.has(scan.bytes, 'verbosity')) ignored.push('text.verbosity');
      return;
    case 'reasoning':
      noteReasoning(readSetting(scan, name), { members, ignored, upstream });
      return;
    case 'include':
      noteInclude(readSetting(scan, name), ignored);
      return;
    case 'truncation':
      if (readSetting(scan, name) === 'auto') throw onlyAtProviderB('truncation', 'auto');
      return;
    case 'context_management': {
      const value = readSetting(scan, name);
      if (!Array.isArray(value) || value.length > 0) throw onlyAtProviderB(name, 'compaction');
      return;
    }
    default:
  }
}

function noteReasoning(
  reasoning: unknown,
  { members, ignored, upstream }: Pick<Noting, 'members' | 'ignored' | 'upstream'>,
): void {
  if (!isJsonObject(reasoning)) return;
  for (const [name, value] of Object.entries(reasoning)) {
    if (value === null) continue;
    if (name === 'effort') members['reasoning_effort'] = value;
    else if (name === 'mode' && value !== 'standard')
      throw onlyAtProviderB('reasoning.mode', typeof value === 'string' ? value : 'mode');
    // What provider A thinks can be read: its thinking is the summary.
    else if (upstream !== 'provider_a' || !SUMMARIES.has(name)) ignored.push(`reasoning.${name}`);
  }
}

const SUMMARIES: ReadonlySet<string> = new Set(['summary', 'generate_summary']);

function noteInclude(include: unknown, ignored: string[]): void {
  if (!Array.isArray(include)) return;
  include.forEach((entry: unknown, index) => {
    if (entry !== ENCRYPTED_REASONING) ignored.push(`include[${index}]`);
  });
}

/** From flat to nested; plain text is what is answered anyway. */
function toResponseFormat(bytes: Buffer, { format }: TextMembers): JsonObject | undefined {
  const type = format.word(bytes, 'type') ?? 'text';
  if (type === 'text') return undefined;
  if (type !== 'json_schema') return { type };
  const raw = (name: string): unknown => {
    const range = format.range(bytes, name);
    return range && rawJson(bytes, range);
  };
  return {
    type,
    json_schema: {
      name: raw('name'),
      description: raw('description'),
      schema: raw('schema'),
      strict: raw('strict'),
    },
  };
}

function rangeOf({ valueStart, valueEnd }: JsonMember): { readonly start: number; readonly end: number } {
  return { start: valueStart, end: valueEnd };
}
