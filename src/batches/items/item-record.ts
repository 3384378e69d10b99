import type { Readable } from 'node:stream';
import type { StoredAttribution } from '../../billing/calls/attribution.js';
import type { RequestKind } from '../../upstreams/batches/batch-provider.js';

/** What a stored request is read with, beside its bytes. */
export interface ItemHead {
  readonly custom_id: string;
  readonly kind: RequestKind;
  readonly upstream_model: string;
  /** The id as callers write it. */
  readonly public_id: string;
  /** What it has in its place, where that is a project's own name. */
  readonly alias?: string | undefined;
  /** The catalogue entry that prices it. */
  readonly model: string;
  readonly prompt_bytes: number;
  /** Its answer carries `function_call`. */
  readonly legacy_functions?: true;
  /** Whom it is for. */
  readonly attribution?: StoredAttribution;
  /** How long the request is. */
  readonly bytes: number;
}

export interface StoredItem {
  readonly head: ItemHead;
  /** Absent when only the heads were asked for. */
  readonly request: Buffer | undefined;
}

const NEWLINE = 0x0a;
/** Metadata in escapes is most of it. */
const MAX_HEAD_BYTES = 131_072;

/**
 * A stored item: its head as one line of JSON, then the bytes of its request, then a line feed. Requests keep every byte, and a
 * reader of heads skips them unread. Nothing on the way of an item is a copy of an object with members added: each such copy gets a
 * hidden class, some 400 bytes that only a full collection takes back.
 */
export function encodeItem(head: ItemHead, request: Buffer): readonly [Buffer, Buffer, Buffer] {
  return [Buffer.from(`${JSON.stringify(head)}\n`), request, LINE_FEED];
}

const LINE_FEED = Buffer.from('\n');

/** Reads stored items in order. @throws Error when the object is damaged. */
export async function* decodeItems(source: Readable, wanted: 'items' | 'heads'): AsyncGenerator<StoredItem> {
  const cursor = new ByteCursor(source[Symbol.asyncIterator]() as AsyncIterator<Buffer>);
  try {
    for (;;) {
      const line = await cursor.line();
      if (line === undefined) return;
      const head = JSON.parse(line) as ItemHead;
      const request = wanted === 'items' ? await cursor.take(head.bytes) : undefined;
      await cursor.skip(wanted === 'items' ? 1 : head.bytes + 1);
      yield { head, request };
    }
  } finally {
    source.destroy();
  }
}

/** Reads forward through chunks that come when they are needed. */
class ByteCursor {
  private chunk: Buffer = Buffer.alloc(0);
  private position = 0;

  constructor(private readonly chunks: AsyncIterator<Buffer>) {}

  /** The text up to the next line feed; `undefined` at the end. */
  async line(): Promise<string | undefined> {
    const parts: Buffer[] = [];
    let length = 0;
    while (await this.fill()) {
      const end = this.chunk.indexOf(NEWLINE, this.position);
      const part = this.chunk.subarray(this.position, end < 0 ? this.chunk.length : end);
      parts.push(part);
      length += part.length;
      this.position += part.length + (end < 0 ? 0 : 1);
      if (length > MAX_HEAD_BYTES) throw damaged();
      if (end >= 0) return Buffer.concat(parts, length).toString('utf8');
    }
    if (length > 0) throw damaged();
    return undefined;
  }

  async take(count: number): Promise<Buffer> {
    const result = Buffer.allocUnsafe(count);
    let filled = 0;
    while (filled < count) {
      if (!(await this.fill())) throw damaged();
      const copied = this.chunk.copy(result, filled, this.position);
      filled += copied;
      this.position += copied;
    }
    return result;
  }

  async skip(count: number): Promise<void> {
    let left = count;
    while (left > 0) {
      if (!(await this.fill())) throw damaged();
      const step = Math.min(left, this.chunk.length - this.position);
      this.position += step;
      left -= step;
    }
  }

  /** False at the end. */
  private async fill(): Promise<boolean> {
    while (this.position >= this.chunk.length) {
      const next = await this.chunks.next();
      if (next.done === true) return false;
      this.chunk = next.value;
      this.position = 0;
    }
    return true;
  }
}

function damaged(): Error {
  return new Error('the stored requests of a batch are damaged');
}
