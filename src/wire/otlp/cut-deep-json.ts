import { TOO_DEEP_MARK } from './read-value.js';

/** A document's own twelve levels, and four for each value within a value. */
const MAX_DEPTH = 160;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const MARK = Buffer.from(JSON.stringify(TOO_DEEP_MARK));

/**
 * Puts a mark in the place of everything that is nested too deeply. JSON.parse would take seconds for a few megabytes of
 * brackets, and refusing the document would lose the good spans in it. Most documents come back as they are.
 */
export function cutDeepJson(json: Buffer): Buffer {
  const pieces: Buffer[] = [];
  let depth = 0;
  let kept = 0;
  for (let position = 0; position < json.length; position += 1) {
    const byte = json[position];
    if (byte === QUOTE) position = endOfString(json, position);
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth += 1;
      if (depth === MAX_DEPTH) pieces.push(json.subarray(kept, position), MARK);
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) {
      if (depth === MAX_DEPTH) kept = position + 1;
      depth -= 1;
    }
  }
  if (pieces.length === 0) return json;
  // One that never closes takes the rest of the document with it, which then is no JSON.
  return Buffer.concat(depth >= MAX_DEPTH ? pieces : [...pieces, json.subarray(kept)]);
}

function endOfString(json: Buffer, start: number): number {
  for (let end = json.indexOf(QUOTE, start + 1); end >= 0; end = json.indexOf(QUOTE, end + 1)) {
    let slashes = 0;
    while (json[end - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
}
