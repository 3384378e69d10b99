import type { Steps } from '../../../../lib/steps.js';
import { printLongJson } from '../../../exact-json/print-exact-json.js';
import type { JsonMember, TopLevelMembers } from '../../../json-bytes/scan-top-level.js';
import { visitInSteps } from '../../../json-bytes/visit-in-steps.js';
import type { ChatForm, ToChatInput } from '../chat-form.js';
import { findTextMembers } from '../check-text-format.js';
import { InputList } from '../input-list.js';
import { typeOfItem } from '../item-types.js';
import { mayHoldWord } from '../may-hold-word.js';
import { ToolList, type SeenTools } from '../tool-list.js';
import type { ChatPart } from './chat-parts.js';
import { toChatSettings } from './chat-settings.js';
import { chooseTools } from './chat-tool-choice.js';
import { ChatTools } from './chat-tools.js';
import { ChatTurns } from './chat-turns.js';
import { ItemsToTurns } from './items-to-turns.js';
import { fieldOf } from './field-of.js';
import { rawJson } from './raw-text.js';
import { WireNames } from './wire-names.js';

/** An opening and a closing quote. */
const EMPTY_TEXT_BYTES = 2;

/**
 * Says a Responses request in the words of chat completions (wire notes of Responses, section 4), for upstreams that have no
 * Responses API. Texts, arguments and schemas go up as they are written.
 * @throws InvalidRequestError (400) naming the field that the upstream cannot be told and that would change the answer's meaning
 */
export function* responsesToChat(input: ToChatInput): Steps<ChatForm> {
  const { scan, upstream } = input;
  const names = new WireNames();
  const tools = yield* readTools(input, names);
  const chosen = chooseTools(scan, tools.offered, names);
  const turns = yield* readTurns(input, names);
  const { messages, promptMark } = yield* turns.finish(chosen.tools);
  const settings = toChatSettings(scan, yield* findTextMembers(scan), upstream);
  const parallel = scan.find('parallel_tool_calls');
  const body = settings.members;
  body['messages'] = messages;
  if (chosen.tools.length > 0) {
    body['tools'] = chosen.tools;
    body['tool_choice'] = chosen.toolChoice;
    if (parallel !== undefined && parallel.kind !== 'null')
      body['parallel_tool_calls'] = parallel.kind === 'true';
  }
  return {
    body: yield* printLongJson(body),
    ignored: [...tools.ignored, ...settings.ignored],
    toolNames: names,
    promptMark,
  };
}

/** Those of `tools` first, then those that stand in `input`, so that a growing conversation keeps their names. */
export function* readTools(input: ToChatInput, names: WireNames): Steps<ChatTools> {
  const { scan, upstream } = input;
  const tools = new ChatTools(scan.bytes, names, upstream);
  const member = scan.find('tools');
  if (member?.kind === 'array') {
    const list = new ToolList('tools');
    yield* visitInSteps(scan.bytes, member.valueStart, scan.hopper(), list);
    yield* tools.add(list.tools, 'tools');
  }
  const items = scan.find('input');
  if (items?.kind === 'array' && mayHoldWord(scan.bytes, 'additional_tools')) {
    const found: { readonly tools: SeenTools; readonly place: string }[] = [];
    const list = new InputList({
      onItem: (bytes, item) => {
        if (item.tools !== undefined && typeOfItem(bytes, item) === 'additional_tools')
          found.push({ tools: item.tools.tools, place: fieldOf(input, item.index, 'tools') });
      },
    });
    yield* visitInSteps(scan.bytes, items.valueStart, scan.hopper(), list);
    for (const { tools: more, place } of found) yield* tools.add(more, place);
  }
  return tools;
}

export function* readTurns(input: ToChatInput, names: WireNames): Steps<ChatTurns> {
  const { scan, upstream } = input;
  const turns = new ChatTurns({
    thinkingMember: upstream === 'provider_a' ? 'thinking_blocks' : 'reasoning_details',
    toolsShow: upstream === 'provider_a',
  });
  const instructions = scan.find('instructions');
  if (instructions?.kind === 'string' && instructions.valueEnd - instructions.valueStart > EMPTY_TEXT_BYTES)
    turns.addMessage('system', [wholeText(scan, instructions)], 'instructions');
  const member = scan.find('input');
  if (member?.kind === 'string') turns.addMessage('user', [wholeText(scan, member)], 'input');
  if (member?.kind === 'array')
    yield* visitInSteps(
      scan.bytes,
      member.valueStart,
      scan.hopper(),
      new InputList(new ItemsToTurns(input, names, turns)),
    );
  yield;
  return turns;
}

function wholeText({ bytes }: TopLevelMembers, { name, valueStart, valueEnd }: JsonMember): ChatPart {
  return { kind: 'text', place: name, text: rawJson(bytes, { start: valueStart, end: valueEnd }) };
}
