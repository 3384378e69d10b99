import { isJsonObject } from '../exact-json/raw-json.js';
import { isFault, skipString, skipValue } from '../json-bytes/skip-value.js';
import { TextMeter } from '../json-bytes/text-meter.js';
import { isKey, startsWithWord, walkObject } from '../json-bytes/walk-members.js';
import { findDataLines } from './event-data-lines.js';

const MAX_DEPTH = 200;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
/** Members of a delta that hold what the model wrote. */
const WRITTEN = ['text', 'partial_json', 'thinking'];

/** The `event:` name of an event of provider A; `undefined` when it has none. The range holds one event with its blank line. */
export function readEventName(bytes: Buffer, start: number, end: number): string | undefined {
  let line = start;
  while (line < end) {
    let lineEnd = line;
    while (lineEnd < end && bytes[lineEnd] !== LINE_FEED && bytes[lineEnd] !== CARRIAGE_RETURN) lineEnd += 1;
    if (startsWithWord(bytes, line, 'event:')) {
      const nameStart = bytes[line + 6] === SPACE ? line + 7 : line + 6;
      return bytes.toString('latin1', nameStart, lineEnd);
    }
    line = lineEnd + 1;
  }
  return undefined;
}

/** The event's data as an object; `undefined` when there is none, or it is no JSON object. */
export function readEventData(
  bytes: Buffer,
  start: number,
  end: number,
): Record<string, unknown> | undefined {
  const lines = findDataLines(bytes, start, end).map((line) => bytes.toString('utf8', line.start, line.end));
  if (lines.length === 0) return undefined;
  try {
    const data: unknown = JSON.parse(lines.join('\n'));
    return isJsonObject(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Counts what the model wrote in a `content_block_delta`, without building it: most events of a stream are such. */
export class DeltaCounter {
  private bytesWritten = 0;
  private readonly meter = new TextMeter();

  /** Bytes of the delta's text, tool input or thinking. */
  count(bytes: Buffer, start: number, end: number): number {
    this.bytesWritten = 0;
    const data = bytes.indexOf('data:', start, 'latin1');
    if (data < 0 || data >= end) return 0;
    walkObject(bytes, bytes[data + 5] === SPACE ? data + 6 : data + 5, MAX_DEPTH, this.onMember);
    return this.bytesWritten;
  }

  private readonly onMember = (
    bytes: Buffer,
    keyStart: number,
    keyEnd: number,
    valueStart: number,
  ): number =>
    isKey(bytes, keyStart, keyEnd, 'delta')
      ? walkObject(bytes, valueStart, MAX_DEPTH, this.onDeltaMember)
      : skipValue(bytes, valueStart, MAX_DEPTH);

  private readonly onDeltaMember = (
    bytes: Buffer,
    keyStart: number,
    keyEnd: number,
    valueStart: number,
  ): number => {
    if (bytes[valueStart] !== QUOTE || !WRITTEN.some((name) => isKey(bytes, keyStart, keyEnd, name)))
      return skipValue(bytes, valueStart, MAX_DEPTH);
    this.meter.notation = 0;
    const valueEnd = skipString(bytes, valueStart, this.meter);
    if (!isFault(valueEnd)) this.bytesWritten += valueEnd - valueStart - 2 - this.meter.notation;
    return valueEnd;
  };
}
