import type { JsonObject } from '../../wire/exact-json/raw-json.js';
import { listOf, objectOf, placeOf, type AssembledAnswer, type BoundedTexts } from './assembled-answer.js';

interface Choice {
  message: JsonObject;
  tools: Map<number, { call: JsonObject; function: JsonObject }>;
  finishReason: unknown;
}

/** Chunks of chat completions as one completion. */
export class AssembledChat implements AssembledAnswer {
  private head: JsonObject = {};
  private readonly choices = new Map<number, Choice>();
  private usage: unknown;
  private error: unknown;

  constructor(private readonly texts: BoundedTexts) {}

  add(event: JsonObject): boolean {
    const { choices, usage, error, object: _object, ...head } = event;
    if (!Array.isArray(choices) && error === undefined) return false;
    if (Object.keys(this.head).length === 0) this.head = head;
    if (usage !== undefined && usage !== null) this.usage = usage;
    if (error !== undefined) this.error = error;
    for (const choice of listOf(choices)) this.addChoice(objectOf(choice));
    return true;
  }

  build(): JsonObject {
    return {
      ...this.head,
      object: 'chat.completion',
      choices: [...this.choices].map(([index, choice]) => ({
        index,
        message: { ...choice.message, ...toolsOf(choice) },
        finish_reason: choice.finishReason ?? null,
      })),
      ...(this.usage !== undefined && { usage: this.usage }),
      ...(this.error !== undefined && { error: this.error }),
    };
  }

  private addChoice({ index, delta, finish_reason: finishReason }: JsonObject): void {
    const place = placeOf(index);
    if (place === undefined) return;
    let choice = this.choices.get(place);
    if (choice === undefined && !this.texts.takePart()) return;
    if (choice === undefined)
      this.choices.set(
        place,
        (choice = { message: { role: 'assistant', content: null }, tools: new Map(), finishReason: null }),
      );
    if (typeof finishReason === 'string') choice.finishReason = finishReason;
    const { tool_calls: tools, ...rest } = objectOf(delta);
    for (const [name, value] of Object.entries(rest)) {
      if (name === 'role') choice.message[name] = value;
      else if (typeof value === 'string' && (Object.hasOwn(choice.message, name) || this.texts.takePart()))
        choice.message[name] = this.texts.append(choice.message[name], value);
    }
    for (const tool of listOf(tools)) this.addTool(choice, objectOf(tool));
  }

  private addTool({ tools }: Choice, { index, function: piece, ...rest }: JsonObject): void {
    const place = placeOf(index, tools.size);
    if (place === undefined) return;
    let tool = tools.get(place);
    if (tool === undefined && !this.texts.takePart()) return;
    if (tool === undefined) tools.set(place, (tool = { call: {}, function: { name: '', arguments: '' } }));
    if (Object.keys(rest).length > 0 && this.texts.takePart(rest)) Object.assign(tool.call, rest);
    const { name, arguments: text } = objectOf(piece);
    tool.function['name'] = this.texts.append(tool.function['name'], name);
    tool.function['arguments'] = this.texts.append(tool.function['arguments'], text);
  }
}

function toolsOf({ tools }: Choice): JsonObject {
  if (tools.size === 0) return {};
  return {
    tool_calls: [...tools.values()].map(({ call, function: named }) => ({ ...call, function: named })),
  };
}
