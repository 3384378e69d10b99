import { skipValue } from '../../../json-bytes/skip-value.js';
import { isKey, walkArray, walkObject } from '../../../json-bytes/walk-members.js';
import { isJsonObject } from '../../../exact-json/raw-json.js';
import { jsonLiteral, readLiteral, sliceText, type ByteText } from '../byte-text.js';
import type { Place } from './chat-chunk.js';
import type { CallPiece } from './output-items.js';

const MAX_DEPTH = 200;
const QUOTE = 0x22;

interface ReadCall {
  index?: number;
  id?: string | undefined;
  name?: string | undefined;
  arguments: ByteText;
  argumentsStart?: number;
  argumentsEnd?: number;
}

/** Where more arguments of a call stand. */
export interface ArgumentsPlace extends Place {
  readonly index: number;
}

/** Reads the `tool_calls` of a chat delta: most of them are a few characters of one call's arguments. */
export class ToolCallReader {
  private call: ReadCall = { arguments: '' };
  private calls = 0;
  /** The place of the call that was told of last. */
  private last = -1;

  constructor(private readonly onPiece: (index: number, piece: CallPiece) => void) {}

  /** The one call that was read last, when nothing but arguments was told of it. */
  get only(): ArgumentsPlace | undefined {
    const { index, id, name, argumentsStart, argumentsEnd } = this.call;
    const isOnly = this.calls === 1 && id === undefined && name === undefined;
    if (!isOnly || index === undefined || argumentsStart === undefined || argumentsEnd === undefined)
      return undefined;
    return { index, start: argumentsStart, end: argumentsEnd };
  }

  read(bytes: Buffer, start: number): void {
    this.calls = 0;
    walkArray(bytes, start, MAX_DEPTH, this.onCall);
  }

  private readonly onCall = (bytes: Buffer, start: number): number => {
    this.call = { arguments: '' };
    this.calls += 1;
    const end = walkObject(bytes, start, MAX_DEPTH, this.onCallMember);
    const { call, last } = this;
    // Some servers do not number their calls, and tell each in one piece.
    const isMore = call.id === undefined && call.name === undefined;
    const index = call.index ?? (isMore ? Math.max(last, 0) : last + 1);
    this.last = index;
    this.onPiece(index, { id: call.id, name: call.name, arguments: call.arguments });
    return end;
  };

  private readonly onCallMember = (
    bytes: Buffer,
    keyStart: number,
    keyEnd: number,
    start: number,
  ): number => {
    if (isKey(bytes, keyStart, keyEnd, 'function'))
      return walkObject(bytes, start, MAX_DEPTH, this.onFunctionMember);
    const end = skipValue(bytes, start, MAX_DEPTH);
    if (isKey(bytes, keyStart, keyEnd, 'id')) this.call.id = textAt(bytes, start, end);
    else if (isKey(bytes, keyStart, keyEnd, 'index')) {
      const index = Number(sliceText(bytes, start, end));
      if (Number.isSafeInteger(index)) this.call.index = index;
    }
    return end;
  };

  private readonly onFunctionMember = (
    bytes: Buffer,
    keyStart: number,
    keyEnd: number,
    start: number,
  ): number => {
    const end = skipValue(bytes, start, MAX_DEPTH);
    if (isKey(bytes, keyStart, keyEnd, 'name')) this.call.name = textAt(bytes, start, end);
    else if (isKey(bytes, keyStart, keyEnd, 'arguments') && bytes[start] === QUOTE) {
      this.call.arguments = sliceText(bytes, start + 1, end - 1);
      this.call.argumentsStart = start;
      this.call.argumentsEnd = end;
    }
    return end;
  };
}

/** An entry of a whole message's `tool_calls`, as it was built. */
export function readWholeCall(value: unknown): CallPiece {
  const call = isJsonObject(value) ? value : {};
  const tool = isJsonObject(call.function) ? call.function : {};
  return {
    id: typeof call.id === 'string' && call.id !== '' ? call.id : undefined,
    name: typeof tool.name === 'string' ? tool.name : '',
    arguments: typeof tool.arguments === 'string' ? jsonLiteral(tool.arguments) : '',
  };
}

/** Of a string with something in it. */
function textAt(bytes: Buffer, start: number, end: number): string | undefined {
  return bytes[start] === QUOTE && end - start > 2
    ? readLiteral(sliceText(bytes, start + 1, end - 1))
    : undefined;
}
