import { concatInSteps } from '../../../lib/concat-in-steps.js';
import { randomChars } from '../../../lib/ids.js';
import type { Steps } from '../../../lib/steps.js';
import type { TopLevelMembers } from '../../../wire/json-bytes/scan-top-level.js';
import { giveId, givenIdKey, type KeptItem } from './kept-item.js';
import { readItems, type ItemHead } from './read-items.js';

const KEY_CHARS = 20;
/** How ids of each type begin; those that provider B checks begin as it wants them. */
const PREFIXES: Readonly<Record<string, string>> = {
  message: 'msg',
  reasoning: 'rs',
  function_call: 'fc',
  function_call_output: 'fco',
  custom_tool_call: 'ctc',
  custom_tool_call_output: 'ctco',
  web_search_call: 'ws',
  computer_call: 'cu',
  computer_call_output: 'cuo',
  local_shell_call: 'lsh',
  local_shell_call_output: 'lsho',
  shell_call: 'sh',
  shell_call_output: 'sho',
  apply_patch_call: 'apc',
  apply_patch_call_output: 'apco',
  tool_search_call: 'tsc',
  tool_search_output: 'tso',
  additional_tools: 'at',
  compaction: 'cmp',
};

/**
 * The `input` of a caller's request as items: JSON texts as they came, each with an id beside it, its own or one that is given to it.
 * A text is one user message.
 */
export function* inputAsItems(scan: TopLevelMembers): Steps<KeptItem[]> {
  const key = givenIdKey(randomChars(KEY_CHARS));
  const input = scan.find('input');
  if (input?.kind === 'string')
    return [
      wholeItem(
        giveId('msg', key, 0),
        yield* textMessage(scan.bytes.subarray(input.valueStart, input.valueEnd)),
      ),
    ];
  return (yield* readItems(scan, 'input', (head, index) => toKeptItem(head, key, index))) ?? [];
}

function toKeptItem({ id, type, kind, json }: ItemHead, key: string, index: number): KeptItem {
  if (id !== undefined && id !== '') return { id, isIdGiven: false, kind, json };
  return { id: giveId(PREFIXES[type ?? 'message'] ?? 'item', key, index), isIdGiven: true, kind, json };
}

function wholeItem(id: string, json: Buffer): KeptItem {
  return { id, isIdGiven: true, kind: 'whole', json };
}

/** @param text a JSON string */
function textMessage(text: Buffer): Steps<Buffer> {
  return concatInSteps([
    Buffer.from('{"type":"message","role":"user","content":[{"type":"input_text","text":'),
    text,
    Buffer.from('}]}'),
  ]);
}
