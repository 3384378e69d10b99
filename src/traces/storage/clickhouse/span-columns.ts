import { SPAN_COLUMN_NAMES, type SpanBatch, type SpanColumn } from '../../encoding/span-batch.js';

/** Where PostgreSQL's dates begin, in days since 1970. */
const DAYS_1970_TO_2000 = 10_957;
const MAX_UINT64 = 18_446_744_073_709_551_615n;

/** Where the values of a column are in its bytes; a length of -1 is null. */
interface Values {
  readonly bytes: Buffer;
  readonly starts: Int32Array;
  readonly lengths: Int32Array;
}

type Row = (values: Values, index: number) => void;

/** Reads the columns of a batch, which are as PostgreSQL takes arrays: each value with its length in front, high bytes first. */
export class SpanColumns {
  private readonly values: Record<SpanColumn, Values>;
  /** Spans that are not told before in the same batch. */
  readonly places: readonly number[];

  constructor(private readonly batch: SpanBatch) {
    this.values = Object.fromEntries(
      SPAN_COLUMN_NAMES.map((name) => [name, locate(batch.columns[name], batch.count)]),
    ) as Record<SpanColumn, Values>;
    this.places = this.findFirst();
  }

  hex(column: SpanColumn, place: number): string {
    const { bytes, starts, lengths } = this.values[column];
    const start = starts[place] ?? 0;
    return bytes.toString('hex', start, start + (lengths[place] ?? 0));
  }

  int8(column: SpanColumn, place: number): bigint | undefined {
    const { bytes, starts, lengths } = this.values[column];
    return lengths[place] === -1 ? undefined : bytes.readBigInt64BE(starts[place]);
  }

  flags(place: number): number {
    const { bytes, starts } = this.values.flags;
    return bytes.readInt16BE(starts[place]);
  }

  /** Since 1970. */
  day(place: number): number {
    const { bytes, starts } = this.values.day;
    return bytes.readInt32BE(starts[place]) + DAYS_1970_TO_2000;
  }

  /** A block of ClickHouse's format Native: columns, low bytes first. @param writtenNano of two spans with one name, the earlier is kept */
  toNativeBlock(projectId: string, writtenNano: bigint): Uint8Array[] {
    const count = this.places.length;
    const project = Buffer.concat([varUint(Buffer.byteLength(projectId)), Buffer.from(projectId)]);
    const written = Buffer.alloc(8 * count);
    for (let index = 0; index < count; index += 1)
      written.writeBigUInt64LE(MAX_UINT64 - writtenNano, 8 * index);
    return [
      Buffer.concat([varUint(14), varUint(count)]),
      head('project_id', 'String'),
      Buffer.concat(this.places.map(() => project)),
      ...this.fixed('traceId', { name: 'trace_id', type: 'UUID', width: 16 }),
      ...this.fixed('spanId', { name: 'span_id', type: 'UInt64', width: 8 }),
      ...this.days(),
      ...this.fixed('startNano', { name: 'start_nano', type: 'Int64', width: 8 }),
      ...this.fixed('endNano', { name: 'end_nano', type: 'Int64', width: 8 }),
      ...this.fixed('flags', { name: 'flags', type: 'UInt16', width: 2 }),
      ...this.nullable('inputTokens', 'input_tokens', 'Int64'),
      ...this.nullable('outputTokens', 'output_tokens', 'Int64'),
      ...this.nullable('costPicoUsd', 'cost_pico_usd', 'Int64'),
      ...this.nullable('parentSpanId', 'parent_span_id', 'UInt64'),
      ...this.nullable('responseHash', 'response_hash', 'Int64'),
      ...this.bodies(),
      head('written', 'UInt64'),
      written,
    ];
  }

  private fixed(
    column: SpanColumn,
    { name, type, width }: { readonly name: string; readonly type: string; readonly width: number },
  ): Uint8Array[] {
    const out = Buffer.alloc(width * this.places.length);
    // A UUID is two halves.
    const step = Math.min(width, 8);
    this.forEach(column, ({ bytes, starts }, index) => {
      const from = starts[this.places[index] ?? 0] ?? 0;
      for (let part = 0; part < width; part += step)
        for (let byte = 0; byte < step; byte += 1)
          out[width * index + part + byte] = bytes[from + part + step - 1 - byte] ?? 0;
    });
    return [head(name, type), out];
  }

  private nullable(column: SpanColumn, name: string, type: string): Uint8Array[] {
    const nulls = Buffer.alloc(this.places.length);
    const out = Buffer.alloc(8 * this.places.length);
    this.forEach(column, ({ bytes, starts, lengths }, index) => {
      const place = this.places[index] ?? 0;
      if (lengths[place] === -1) nulls[index] = 1;
      else out.writeBigInt64LE(bytes.readBigInt64BE(starts[place]), 8 * index);
    });
    return [head(name, `Nullable(${type})`), nulls, out];
  }

  private days(): Uint8Array[] {
    const out = Buffer.alloc(2 * this.places.length);
    this.places.forEach((place, index) => out.writeUInt16LE(this.day(place), 2 * index));
    return [head('day', 'Date'), out];
  }

  private bodies(): Uint8Array[] {
    const { bytes, starts, lengths } = this.values.body;
    const pieces: Uint8Array[] = [head('body', 'String')];
    for (const place of this.places) {
      const start = starts[place] ?? 0;
      const length = lengths[place] ?? 0;
      pieces.push(varUint(length), bytes.subarray(start, start + length));
    }
    return [Buffer.concat(pieces)];
  }

  private forEach(column: SpanColumn, row: Row): void {
    for (let index = 0; index < this.places.length; index += 1) row(this.values[column], index);
  }

  private findFirst(): number[] {
    const seen = new Set<string>();
    const places: number[] = [];
    for (let place = 0; place < this.batch.count; place += 1) {
      const key = `${this.hex('traceId', place)} ${this.hex('spanId', place)} ${this.day(place)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      places.push(place);
    }
    return places;
  }
}

function locate(column: Uint8Array, count: number): Values {
  const bytes = Buffer.from(column.buffer, column.byteOffset, column.byteLength);
  const starts = new Int32Array(count);
  const lengths = new Int32Array(count);
  let at = 0;
  for (let place = 0; place < count; place += 1) {
    const length = bytes.readInt32BE(at);
    starts[place] = at + 4;
    lengths[place] = length;
    at += 4 + Math.max(0, length);
  }
  return { bytes, starts, lengths };
}

function head(name: string, type: string): Uint8Array {
  return Buffer.concat([varUint(name.length), Buffer.from(name), varUint(type.length), Buffer.from(type)]);
}

/** Seven bits a byte, the lowest first. */
export function varUint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return Uint8Array.from(bytes);
}
