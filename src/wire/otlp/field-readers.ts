import { SpanFault } from './span-model.js';

/** How one encoding writes the values whose form differs between JSON and protobuf. Absent ones never come here. */
export interface FieldReaders {
  /** @throws SpanFault for what is no text, and for bytes that are not UTF-8 */
  text(value: unknown, field: string): string;
  /** Lower-case hex of so many bytes; empty for an empty id. @throws SpanFault */
  id(value: unknown, bytes: 8 | 16, field: string): string;
  /** Decimal text of a 64-bit integer. @throws SpanFault */
  integer(value: unknown, field: string): string;
  /** @throws SpanFault */
  base64(value: unknown, field: string): string;
}

const HEX = { 8: /^[0-9a-f]{16}$/i, 16: /^[0-9a-f]{32}$/i } as const;
/** Protobuf's own JSON mapping writes bytes so; OTLP asks for hex, and some senders do not know. */
const BASE64 = { 8: /^[A-Za-z0-9+/_-]{11}=?$/, 16: /^[A-Za-z0-9+/_-]{22}(==)?$/ } as const;
const INTEGER = /^-?\d{1,20}$/;

/** @param isUtf8 of the document: false makes a fault of every text that holds the mark of a byte that was none */
export function jsonFieldReaders(isUtf8: boolean): FieldReaders {
  const text = (value: unknown, field: string): string => {
    if (typeof value !== 'string') throw new SpanFault(`${field} must be text`);
    if (!isUtf8 && value.includes('\ufffd')) throw new SpanFault(`${field} holds bytes that are not UTF-8`);
    return value;
  };
  return { text, id: readJsonId, integer: readJsonInteger, base64: text };
}

function readJsonId(value: unknown, bytes: 8 | 16, field: string): string {
  if (value === '') return '';
  if (typeof value === 'string') {
    if (HEX[bytes].test(value)) return value.toLowerCase();
    if (BASE64[bytes].test(value)) return Buffer.from(value, 'base64').toString('hex');
  }
  throw new SpanFault(`${field} must be ${2 * bytes} hex characters`);
}

function readJsonInteger(value: unknown, field: string): string {
  if (typeof value === 'string' && INTEGER.test(value)) return value;
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value).toString();
  throw new SpanFault(`${field} must be a 64-bit integer, as a number or as decimal text`);
}
