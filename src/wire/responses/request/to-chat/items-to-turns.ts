import { InvalidRequestError } from '../../../../lib/gateway-error.js';
import type { JsonObject } from '../../../exact-json/raw-json.js';
import type { ToChatInput } from '../chat-form.js';
import type { InputLooks, SeenItem, SeenPart } from '../input-list.js';
import { typeOfItem } from '../item-types.js';
import { toChatPart, type ChatPart } from './chat-parts.js';
import { onlyAtProviderB } from './chat-tools.js';
import type { ChatTurns } from './chat-turns.js';
import { fieldOf } from './field-of.js';
import { rawJson, textIn } from './raw-text.js';
import { isBoundToPrompt, toReplayedThinking } from './replayed-reasoning.js';
import type { WireNames } from './wire-names.js';

const SPEAKERS: Readonly<Record<string, 'system' | 'user' | 'assistant'>> = {
  user: 'user',
  assistant: 'assistant',
  system: 'system',
  developer: 'system',
};

/** Says the items of `input` as turns of a chat. Its methods throw InvalidRequestError (400) naming what cannot be said. */
export class ItemsToTurns implements InputLooks {
  private parts: ChatPart[] = [];

  constructor(
    private readonly input: ToChatInput,
    private readonly names: WireNames,
    private readonly turns: ChatTurns,
  ) {}

  readonly onPart = (bytes: Buffer, part: SeenPart): void => {
    if (part.list === 'summary') return;
    // Reasoning is carried by its encrypted content alone.
    if (part.members.word(bytes, 'type') === 'reasoning_text') return;
    const place = fieldOf(this.input, part.item, `${part.list}[${part.index}]`);
    this.parts.push(toChatPart(bytes, part, { place, upstream: this.input.upstream }));
  };

  readonly onItem = (bytes: Buffer, item: SeenItem): void => {
    const { parts } = this;
    this.parts = [];
    const type = item.isObject ? (typeOfItem(bytes, item) ?? '') : '';
    switch (type) {
      case 'message':
        this.turns.addMessage(
          this.speaker(bytes, item),
          this.textOf(bytes, item, 'content') ?? parts,
          fieldOf(this.input, item.index, 'content'),
        );
        return;
      case 'function_call':
      case 'custom_tool_call':
        this.addCall(bytes, item, type === 'custom_tool_call' ? 'custom' : 'function');
        return;
      case 'function_call_output':
      case 'custom_tool_call_output':
        this.turns.addResult(
          this.text(bytes, item, 'call_id'),
          this.textOf(bytes, item, 'output') ?? parts,
          fieldOf(this.input, item.index, 'call_id'),
        );
        return;
      case 'reasoning':
        this.addReasoning(bytes, item);
        return;
      case 'additional_tools':
        return;
      case 'item_reference':
        throw refused(
          fieldOf(this.input, item.index, 'id'),
          'refers to an item that is not kept here: send the item itself',
        );
      default:
        throw onlyAtProviderB(fieldOf(this.input, item.index, 'type'), type);
    }
  };

  private speaker(bytes: Buffer, { members }: SeenItem): 'system' | 'user' | 'assistant' {
    return SPEAKERS[members.word(bytes, 'role') ?? ''] ?? 'user';
  }

  private addCall(bytes: Buffer, item: SeenItem, kind: 'function' | 'custom'): void {
    const id = this.text(bytes, item, 'call_id');
    const namespace = item.members.word(bytes, 'namespace');
    const name = this.names.nameOf({ kind, name: this.text(bytes, item, 'name'), namespace });
    const call: JsonObject = {
      id,
      type: 'function',
      function: { name, arguments: this.argumentsOf(bytes, item, kind) },
    };
    this.turns.addCall(id, call, fieldOf(this.input, item.index, 'call_id'));
  }

  /** Free text is the only argument of the function that stands for its tool. */
  private argumentsOf(bytes: Buffer, item: SeenItem, kind: 'function' | 'custom'): unknown {
    const member = kind === 'custom' ? 'input' : 'arguments';
    const range = item.members.range(bytes, member);
    if (range === undefined) return kind === 'custom' ? '{"input":""}' : '{}';
    return kind === 'custom'
      ? `{"input":${bytes.toString('utf8', range.start, range.end)}}`
      : rawJson(bytes, range);
  }

  private addReasoning(bytes: Buffer, { members }: SeenItem): void {
    if (!members.isText(bytes, 'encrypted_content')) return;
    const range = members.range(bytes, 'encrypted_content');
    const opened = range && this.input.openReasoning(textIn(bytes, range));
    const { model, upstream } = this.input;
    if (opened === undefined || (model !== undefined && opened.maker !== model)) return;
    const thinking = toReplayedThinking(opened.details, upstream);
    if (thinking === undefined) return;
    this.turns.addThinking(thinking, isBoundToPrompt(thinking) ? opened.behind : undefined);
  }

  /** A content that is one text; `undefined` when it is a list of parts. */
  private textOf(bytes: Buffer, { members, index }: SeenItem, name: string): ChatPart[] | undefined {
    const range = members.isText(bytes, name) ? members.range(bytes, name) : undefined;
    return range && [{ kind: 'text', place: fieldOf(this.input, index, name), text: rawJson(bytes, range) }];
  }

  private text(bytes: Buffer, { members, index }: SeenItem, name: string): string {
    const range = members.isText(bytes, name) ? members.range(bytes, name) : undefined;
    if (range !== undefined) return textIn(bytes, range);
    throw refused(fieldOf(this.input, index, name), 'must be a string');
  }
}

function refused(param: string, what: string): InvalidRequestError {
  return new InvalidRequestError({ param, message: `\`${param}\` ${what}.` });
}
