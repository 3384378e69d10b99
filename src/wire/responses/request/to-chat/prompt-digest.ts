import { createHash, type Hash } from 'node:crypto';
import { isJsonObject, type JsonObject, RawBytes, RawJson, RawNumber } from '../../../exact-json/raw-json.js';

/** Longer texts are told apart by their length, their ends and some places between: to hash them whole would hold others up. */
const WHOLE_CHARS = 16_384;
const END_CHARS = 4_096;
const SAMPLES = 16;
const SAMPLE_CHARS = 256;
/** Each turn to the hash costs as much as some hundred characters, and a prompt has thousands of small words. */
const CHARS_AT_ONCE = 16_384;

/** A mark of what a model was asked with, which differs when any of it does. No proof against forgery: who forges harms himself. */
export class PromptDigest {
  private hash: Hash | undefined;
  private pending = '';

  /** Adds tools, or a message, as they go up. */
  add(value: unknown): void {
    if (value instanceof RawJson) this.addText(decoded(value.text));
    else if (value instanceof RawNumber) this.addText(value.text);
    else if (value instanceof RawBytes) this.addBytes(value.bytes);
    else if (typeof value === 'string') this.addText(value);
    else if (Array.isArray(value)) this.addList(value as unknown[]);
    else if (isJsonObject(value)) this.addMembers(value);
    else this.addText(String(value));
  }

  /** Of everything that was added so far. */
  get mark(): string {
    return this.flush().copy().digest('base64url');
  }

  private addList(values: readonly unknown[]): void {
    this.put(`${values.length}[`);
    for (const value of values) this.add(value);
  }

  /** As a list of names and values in turn. */
  private addMembers(object: JsonObject): void {
    const names = Object.keys(object);
    this.put(`${2 * names.length}[`);
    for (const name of names) {
      this.addText(name);
      this.add(object[name]);
    }
  }

  private addText(text: string): void {
    this.put(`${text.length}:`);
    if (text.length <= WHOLE_CHARS) this.put(text);
    else this.putSamples(text.length, (start, end) => text.slice(start, end));
  }

  /** As the text of which each character is one of them, but of a long one that is not made. */
  private addBytes(bytes: Buffer): void {
    if (bytes.length <= WHOLE_CHARS) {
      this.addText(bytes.toString('latin1'));
      return;
    }
    this.put(`${bytes.length}:`);
    this.putSamples(bytes.length, (start, end) => bytes.toString('latin1', start, end));
  }

  private putSamples(length: number, slice: (start: number, end: number) => string): void {
    this.put(slice(0, END_CHARS));
    this.put(slice(length - END_CHARS, length));
    const step = Math.floor(length / SAMPLES);
    for (let start = step; start < length; start += step) this.put(slice(start, start + SAMPLE_CHARS));
  }

  private put(text: string): void {
    this.pending += text;
    if (this.pending.length >= CHARS_AT_ONCE) this.flush();
  }

  private flush(): Hash {
    this.hash ??= createHash('sha256');
    this.hash.update(this.pending);
    this.pending = '';
    return this.hash;
  }
}

/** What a JSON string says: clients write the same words with other escapes. */
function decoded(json: string): string {
  if (!json.startsWith('"') || json.length > WHOLE_CHARS) return json;
  return json.includes('\\') ? (JSON.parse(json) as string) : json.slice(1, -1);
}
