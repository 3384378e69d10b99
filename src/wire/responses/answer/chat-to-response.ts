import { parseExactJson } from '../../exact-json/parse-exact-json.js';
import { isJsonObject, type JsonObject } from '../../exact-json/raw-json.js';
import { bytesOf, jsonLiteral, jsonString } from './byte-text.js';
import { toResponsesAnnotation } from './chat-annotations.js';
import { OutputItems } from './output-items.js';
import { readableText } from './reasoning-entries.js';
import type { BuiltResponse, ResponseEcho } from './response-echo.js';
import { endingOf, endOf } from './response-end.js';
import { NO_EVENTS } from './response-events.js';
import { ResponseFrame } from './response-frame.js';
import { printResponsesUsage } from './responses-usage.js';

/**
 * The response object of a whole chat completion (wire notes of Responses 4), with its cost when that is in the usage already.
 * @throws SyntaxError when the bytes are no JSON
 */
export function chatToResponse(chat: Buffer, echo: ResponseEcho): BuiltResponse {
  const answer = parseExactJson(chat.toString());
  const completion = isJsonObject(answer) ? answer : {};
  const [choice] = listOf(completion.choices);
  const { message, finish_reason: finishReason }: JsonObject = isJsonObject(choice) ? choice : {};
  const end = endOf(textOf(finishReason));
  const items = new OutputItems(NO_EVENTS, echo);
  if (isJsonObject(message)) addMessage(items, message);
  items.finish(endingOf(end));

  const frame = new ResponseFrame(echo);
  const tier = textOf(completion.service_tier);
  const state = {
    status: end.status,
    completedAt: end.status === 'completed' ? echo.nowSeconds() : undefined,
    incompleteReason: end.reason,
    usage: printResponsesUsage(completion.usage),
    serviceTier: tier === undefined ? undefined : jsonString(tier),
  };
  const kept = bytesOf(frame.print({ ...state, output: items.print('shown') }));
  const shown = echo.showEncrypted ? kept : bytesOf(frame.print({ ...state, output: items.print('hidden') }));
  return { shown, kept, status: end.status };
}

function addMessage(items: OutputItems, message: JsonObject): void {
  addReasoning(items, message);
  const text = contentText(message.content);
  if (text !== '') items.addText(jsonLiteral(text));
  for (const annotation of text === '' ? [] : listOf(message.annotations)) {
    const json = toResponsesAnnotation(annotation);
    if (json !== undefined) items.addAnnotation(json);
  }
  const refusal = textOf(message.refusal);
  if (refusal !== undefined) items.addRefusal(jsonLiteral(refusal));
  for (const [index, call] of listOf(message.tool_calls).entries())
    if (isJsonObject(call)) addCall(items, index, call);
}

function addReasoning(items: OutputItems, message: JsonObject): void {
  const blocks = listOf(message.thinking_blocks);
  const entries = listOf(message.reasoning_details).filter(isJsonObject);
  const text = textOf(message.reasoning_content) ?? textOf(message.reasoning);
  if (blocks.length > 0) {
    for (const block of blocks) items.addThinkingBlock(block);
    return;
  }
  if (text !== undefined && entries.every((entry) => readableText(entry) === ''))
    items.addReasoning(jsonLiteral(text));
  for (const entry of entries) items.addReasoningEntry(entry, { piece: false });
}

function addCall(items: OutputItems, index: number, call: JsonObject): void {
  const target = isJsonObject(call.function) ? call.function : {};
  items.addCall(index, {
    id: textOf(call.id),
    name: textOf(target.name) ?? '',
    arguments: jsonLiteral(textOf(target.arguments) ?? ''),
  });
}

/** Some providers write content in parts. */
function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => (isJsonObject(part) ? (textOf(part.text) ?? '') : ''))
    .join('');
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Of a text with something in it. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
