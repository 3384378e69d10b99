import type { JsonObject } from '../../wire/exact-json/raw-json.js';
import { objectOf, placeOf, type AssembledAnswer, type BoundedTexts } from './assembled-answer.js';

/** Where the text of a delta belongs in its block. */
const MEMBERS: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
  input_json_delta: 'partial_json',
};

/** Events of a Messages stream as one message. */
export class AssembledMessage implements AssembledAnswer {
  private message: JsonObject = {};
  private readonly blocks = new Map<number, JsonObject>();
  private error: unknown;

  constructor(private readonly texts: BoundedTexts) {}

  add(event: JsonObject): boolean {
    switch (event['type']) {
      case 'message_start':
        this.message = { ...objectOf(event['message']) };
        return true;
      case 'content_block_start':
        this.startBlock(event);
        return true;
      case 'content_block_delta':
        this.addDelta(event);
        return true;
      case 'message_delta':
        this.end(event);
        return true;
      case 'error':
        this.error = event['error'];
        return true;
      default:
        return ['ping', 'content_block_stop', 'message_stop'].includes(String(event['type']));
    }
  }

  build(): JsonObject {
    return {
      ...this.message,
      content: [...this.blocks.values()].map(withInput),
      ...(this.error !== undefined && { error: this.error }),
    };
  }

  private startBlock({ index, content_block: block }: JsonObject): void {
    const place = placeOf(index);
    if (place !== undefined && this.texts.takePart(block)) this.blocks.set(place, { ...objectOf(block) });
  }

  private addDelta({ index, delta: piece }: JsonObject): void {
    const delta = objectOf(piece);
    const block = this.blocks.get(placeOf(index) ?? -1);
    const member = MEMBERS[String(delta['type'])];
    if (block === undefined || member === undefined) return;
    block[member] = this.texts.append(block[member], delta[member]);
  }

  private end({ delta, usage }: JsonObject): void {
    Object.assign(this.message, objectOf(delta));
    this.message['usage'] = { ...objectOf(this.message['usage']), ...objectOf(usage) };
  }
}

/** Input of a tool that came in pieces; as text when it is not whole. */
function withInput({ partial_json: json, ...block }: JsonObject): JsonObject {
  if (typeof json !== 'string' || json === '') return block;
  try {
    return { ...block, input: JSON.parse(json) as unknown };
  } catch {
    return { ...block, input: json };
  }
}
