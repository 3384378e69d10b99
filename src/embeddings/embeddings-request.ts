import { InvalidRequestError } from '../lib/gateway-error.js';
import { checkPriceOptions } from '../surface/check-price-options.js';
import { readString } from '../wire/json-bytes/read-member.js';
import type { JsonMember, TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';
import type { Hopper } from '../wire/json-bytes/hopper.js';
import { walkArray } from '../wire/json-bytes/walk-members.js';

/** What we read of an embeddings body. The bytes stay as they came. */
export interface EmbeddingsRequest {
  /** As the caller wrote it. */
  readonly model: string;
  /** Bytes of text in `input`, for estimates; a token counts as four. */
  readonly inputBytes: number;
}

type InputKind = 'text' | 'token' | 'tokens';

const MAX_DEPTH = 4;
const BYTES_PER_TOKEN = 4;
const QUOTES_BYTES = 2;
/** Each text has its quotes and a comma or the closing bracket behind it. */
const TEXT_FRAME_BYTES = QUOTES_BYTES + 1;
const QUOTE = 0x22;
const OPEN_BRACKET = 0x5b;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;

/**
 * Reads and checks an embeddings body (spec 2 and 4.4).
 * @throws InvalidRequestError (400) that names the field.
 */
export function readEmbeddingsRequest(scan: TopLevelMembers): EmbeddingsRequest {
  const model = readString(scan, 'model', { nullIs: 'absent' }) ?? '';
  if (model === '') throw fault('model', 'is missing. Name a `text-embedding-*` model');
  checkPriceOptions(scan, 'chat');
  const input = scan.find('input');
  if (input === undefined) throw fault('input', 'is missing. Send a text, or an array of texts');
  return { model, inputBytes: readInput(scan, input) };
}

function readInput(scan: TopLevelMembers, input: JsonMember): number {
  const { kind, valueStart, valueEnd, textBytes } = input;
  if (kind === 'string') {
    if (valueEnd - valueStart === 2) throw fault('input', 'is an empty text');
    return textBytes - QUOTES_BYTES;
  }
  if (kind !== 'array') throw fault('input', 'must be a text, or an array of texts or of tokens');
  const items = new InputItems(scan.hopper());
  walkArray(scan.bytes, valueStart, MAX_DEPTH, items.onItem);
  if (items.count === 0) throw fault('input', 'is an empty array. Send at least one text');
  return items.tokens > 0 ? items.tokens * BYTES_PER_TOKEN : textBytes - items.count * TEXT_FRAME_BYTES - 1;
}

/** Checks the items of an input array, which are all of one kind, and counts their tokens. */
class InputItems {
  count = 0;
  tokens = 0;
  private kind: InputKind | undefined;

  constructor(private readonly hop: Hopper) {}

  readonly onItem = (bytes: Buffer, start: number): number => {
    const kind = kindAt(bytes, start);
    if (kind === undefined || (this.kind !== undefined && this.kind !== kind))
      throw fault(
        `input[${this.count}]`,
        'does not fit: all items must be texts, or all tokens, or all arrays of tokens',
      );
    this.kind = kind;
    this.count += 1;
    if (kind !== 'tokens') return this.addPlain(bytes, start);
    const tokens = new InputItems(this.hop);
    const end = walkArray(bytes, start, MAX_DEPTH, tokens.onItem);
    if (tokens.count === 0) throw this.lastFault('is an empty array');
    if (tokens.kind !== 'token') throw this.lastFault('must be an array of tokens');
    this.tokens += tokens.tokens;
    return end;
  };

  private addPlain(bytes: Buffer, start: number): number {
    const end = this.hop.value(bytes, start);
    const isText = this.kind === 'text';
    if (isText && end - start === 2) throw this.lastFault('is an empty text');
    if (!isText) this.tokens += 1;
    return end;
  }

  private lastFault(problem: string): InvalidRequestError {
    return fault(`input[${this.count - 1}]`, problem);
  }
}

function kindAt(bytes: Buffer, start: number): InputKind | undefined {
  const byte = bytes[start] ?? 0;
  if (byte === QUOTE) return 'text';
  if (byte === OPEN_BRACKET) return 'tokens';
  return byte === MINUS || (byte >= ZERO && byte <= NINE) ? 'token' : undefined;
}

function fault(field: string, problem: string): InvalidRequestError {
  return new InvalidRequestError({ param: field, message: `\`${field}\` ${problem}.` });
}
