import type { Steps } from '../../../../lib/steps.js';
import { printLongJson } from '../../../exact-json/print-exact-json.js';
import type { JsonObject } from '../../../exact-json/raw-json.js';
import { visitInSteps } from '../../../json-bytes/visit-in-steps.js';
import type { ChatForm, ToChatInput } from '../chat-form.js';
import { findTextMembers } from '../check-text-format.js';
import { InputList } from '../input-list.js';
import { typeOfItem } from '../item-types.js';
import { ToolList } from '../tool-list.js';
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
  const messages = yield* readMessages(input, names);
  const settings = toChatSettings(scan, yield* findTextMembers(scan), upstream);
  const chosen = chooseTools(scan, tools.offered, names);
  const parallel = scan.find('parallel_tool_calls');
  const body: JsonObject = { ...settings.members, messages };
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
  };
}

/** Those of `tools` first, then those that stand in `input`, so that a growing conversation keeps their names. */
function* readTools(input: ToChatInput, names: WireNames): Steps<ChatTools> {
  const { scan, upstream } = input;
  const tools = new ChatTools(scan.bytes, names, upstream);
  const member = scan.find('tools');
  if (member?.kind === 'array') {
    const list = new ToolList('tools');
    yield* visitInSteps(scan.bytes, member.valueStart, scan.hopper(), list);
    tools.add(list.tools, 'tools');
    yield;
  }
  const items = scan.find('input');
  if (items?.kind === 'array') {
    const list = new InputList({
      onItem: (bytes, item) => {
        if (item.tools !== undefined && typeOfItem(bytes, item) === 'additional_tools')
          tools.add(item.tools.tools, fieldOf(input, item.index, 'tools'));
      },
    });
    yield* visitInSteps(scan.bytes, items.valueStart, scan.hopper(), list);
  }
  return tools;
}

function* readMessages(input: ToChatInput, names: WireNames): Steps<JsonObject[]> {
  const { scan, upstream } = input;
  const turns = new ChatTurns({
    thinkingMember: upstream === 'provider_a' ? 'thinking_blocks' : 'reasoning_details',
    toolsShow: upstream === 'provider_a',
  });
  const instructions = scan.find('instructions');
  if (instructions?.kind === 'string' && instructions.valueEnd - instructions.valueStart > EMPTY_TEXT_BYTES)
    turns.addMessage(
      'system',
      rawJson(scan.bytes, { start: instructions.valueStart, end: instructions.valueEnd }),
    );
  const member = scan.find('input');
  if (member?.kind === 'string')
    turns.addMessage('user', rawJson(scan.bytes, { start: member.valueStart, end: member.valueEnd }));
  if (member?.kind === 'array')
    yield* visitInSteps(
      scan.bytes,
      member.valueStart,
      scan.hopper(),
      new InputList(new ItemsToTurns(input, names, turns)),
    );
  yield;
  return yield* turns.finish();
}
