import type { JsonObject } from '../../wire/exact-json/raw-json.js';
import { objectOf, placeOf, type AssembledAnswer, type BoundedTexts } from './assembled-answer.js';

const ENDS = new Set(['response.completed', 'response.incomplete', 'response.failed']);

/** Events of a Responses stream as the response that its last event tells; of a broken one, what came. */
export class AssembledResponse implements AssembledAnswer {
  private response: JsonObject = {};
  private isWhole = false;
  private readonly items = new Map<number, JsonObject>();
  private readonly written = new Map<number, string>();
  private error: unknown;

  constructor(private readonly texts: BoundedTexts) {}

  add(event: JsonObject): boolean {
    const type = String(event['type']);
    if (type === 'error') this.error = event['error'] ?? event;
    else if (!type.startsWith('response.')) return false;
    if (ENDS.has(type)) this.isWhole = true;
    if (typeof event['response'] === 'object') this.response = objectOf(event['response']);
    const place = placeOf(event['output_index']) ?? 0;
    if (type === 'response.output_item.done') this.addItem(place, event['item']);
    else if (/^response\.(?:output_text|refusal|function_call_arguments)\.delta$/.test(type))
      this.written.set(place, this.texts.append(this.written.get(place), event['delta']));
    return true;
  }

  private addItem(place: number, item: unknown): void {
    // What its deltas said is said again.
    if (this.texts.takePart(item)) this.items.set(place, objectOf(item));
  }

  build(): JsonObject {
    const error = this.error === undefined ? {} : { error: this.error };
    return this.isWhole
      ? { ...this.response, ...error }
      : { ...this.response, output: this.partOf(), ...error };
  }

  /** Items that were finished, and the text of those that were not. */
  private partOf(): JsonObject[] {
    const places = new Set([...this.items.keys(), ...this.written.keys()]);
    return [...places]
      .sort((one, other) => one - other)
      .map((place) => this.items.get(place) ?? { type: 'unfinished', text: this.written.get(place) ?? '' });
  }
}
