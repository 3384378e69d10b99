import { InvalidRequestError } from '../../../../lib/gateway-error.js';
import type { Steps } from '../../../../lib/steps.js';
import type { ToChatInput } from '../chat-form.js';
import { chooseTools } from './chat-tool-choice.js';
import type { MessagePlace } from './chat-turns.js';
import { readTools, readTurns } from './responses-to-chat.js';
import { WireNames } from './wire-names.js';

/** Settings whose names tell what they are here. */
const FIELDS: readonly (readonly [chat: RegExp, responses: string])[] = [
  [/^max_(?:completion_)?tokens$/, 'max_output_tokens'],
  [/^reasoning_effort$/, 'reasoning.effort'],
  [/^response_format\.json_schema/, 'text.format'],
  [/^response_format/, 'text.format'],
  [/^tool_choice\.function/, 'tool_choice'],
  [/^messages$/, 'input'],
];
const MESSAGE = /^messages\[(\d+)\](.*)$/;
const PART = /^\.content\[(\d+)\](.*)$/;
const CALL = /^\.tool_calls\[(\d+)\](.*)$/;
const TOOL = /^tools\[(\d+)\]\.function(.*)$/;

/**
 * An error about the chat form of a request, said about the request that the caller wrote: `messages[2].content[0].image_url.url` is
 * `input[4].content[0].image_url` there. What says nothing of a field stays as it is. The form is made anew to find the place.
 * @param input by which the form was made
 */
export function* inCallersWords(error: unknown, input: ToChatInput): Steps<unknown> {
  if (!(error instanceof InvalidRequestError) || error.param === undefined) return error;
  const { param, code, message } = error;
  const field = yield* findField(param, input);
  if (field === param) return error;
  return new InvalidRequestError({
    code,
    param: field,
    message: message.replaceAll(`\`${param}\``, `\`${field}\``),
    cause: error,
  });
}

function* findField(param: string, input: ToChatInput): Steps<string> {
  const [, message, inMessage = ''] = MESSAGE.exec(param) ?? [];
  if (message !== undefined) {
    const places: MessagePlace[] = [];
    const names = new WireNames();
    yield* readTools(input, names);
    const turns = yield* readTurns(input, names);
    yield* turns.finish(undefined, places);
    const place = places[Number(message)];
    return place === undefined ? 'input' : fieldIn(place, inMessage);
  }
  const [, tool, inTool = ''] = TOOL.exec(param) ?? [];
  if (tool !== undefined) return yield* findTool(Number(tool), inTool, input);
  for (const [chat, responses] of FIELDS) if (chat.test(param)) return param.replace(chat, responses);
  return param;
}

function fieldIn({ place, parts, calls }: MessagePlace, inMessage: string): string {
  const [, part, inPart = ''] = PART.exec(inMessage) ?? [];
  if (part !== undefined) return withMember(parts[Number(part)] ?? place, inPart);
  const [, call, inCall = ''] = CALL.exec(inMessage) ?? [];
  if (call === undefined) return place;
  const made = calls[Number(call)] ?? place;
  return inCall.startsWith('.function.')
    ? made.replace(/\.call_id$/, inCall.slice('.function'.length))
    : made;
}

/** `.image_url.url` is `.image_url` here, `.file.file_data` is `.file_data`. */
function withMember(part: string, member: string): string {
  // A content of one text has no parts.
  if (!part.endsWith(']')) return part;
  return part + member.replace(/^\.image_url\.url$/, '.image_url').replace(/^\.file(?=\.|$)/, '');
}

function* findTool(index: number, inTool: string, input: ToChatInput): Steps<string> {
  const names = new WireNames();
  const { offered, places } = yield* readTools(input, names);
  const { tools } = chooseTools(input.scan, offered, names);
  const name = tools[index]?.function['name'];
  const place = typeof name === 'string' ? places.get(name) : undefined;
  return place === undefined ? 'tools' : place + inTool;
}
