import { Query, type Client, type Connection, type QueryConfig } from 'pg';

/** Smaller values are copied into one message, as by the driver. */
const LARGE_BYTES = 65_536;
const BIND = 0x42;
const TEXT = 0;
const BINARY = 1;
const NULL_LENGTH = -1;

/** What the driver binds a statement with. */
interface Bind {
  readonly portal?: string | undefined;
  readonly statement?: string | undefined;
  readonly values?: readonly unknown[];
  /** Answers bytes, text or null. */
  readonly valueMapper: (value: unknown, index: number) => Buffer | string | null;
}

/**
 * Runs a statement whose large values go to the socket as they are. The driver joins all values in a new buffer, which, for 20 MB,
 * nothing else of the process gets a turn beside: each of its pages is made while it is first written.
 */
export function queryWithLargeValues(client: Client, config: QueryConfig): Promise<void> {
  const query = new Query(config);
  const submit = Query.prototype.submit.bind(query);
  query.submit = (connection) => submit(bindingInPieces(connection));
  return new Promise((resolve, reject) => {
    query.on('end', () => resolve()).on('error', reject);
    client.query(query);
  });
}

/** The same connection, but for how it binds. */
function bindingInPieces(connection: Connection): Connection {
  const bind = (config: Bind): void => {
    for (const piece of bindMessage(config)) connection.stream.write(piece);
  };
  return Object.create(connection, { bind: { value: bind } }) as Connection;
}

/** The protocol's Bind; results come as text. Large values stand in it as they were given. */
export function bindMessage({ portal, statement, values = [], valueMapper }: Bind): Buffer[] {
  const mapped = values.map(valueMapper);
  const message = new Message();
  message.addText(`${portal ?? ''}\0${statement ?? ''}\0`);
  message.addInt16(mapped.length);
  for (const value of mapped) message.addInt16(Buffer.isBuffer(value) ? BINARY : TEXT);
  message.addInt16(mapped.length);
  for (const value of mapped) {
    if (value === null) message.addInt32(NULL_LENGTH);
    else message.addValue(Buffer.isBuffer(value) ? value : Buffer.from(value));
  }
  message.addInt16(1);
  message.addInt16(TEXT);
  return message.finish(BIND);
}

/** Collects a message, large pieces apart. */
class Message {
  private readonly pieces: Buffer[] = [];
  private small: Buffer[] = [];
  private length = 0;

  addInt16(value: number): void {
    const bytes = Buffer.allocUnsafe(2);
    bytes.writeInt16BE(value);
    this.add(bytes);
  }

  addInt32(value: number): void {
    const bytes = Buffer.allocUnsafe(4);
    bytes.writeInt32BE(value);
    this.add(bytes);
  }

  addText(text: string): void {
    this.add(Buffer.from(text));
  }

  addValue(bytes: Buffer): void {
    this.addInt32(bytes.length);
    this.add(bytes);
  }

  /** With its type and its length, which counts itself, in front. */
  finish(type: number): Buffer[] {
    this.flush();
    const head = Buffer.allocUnsafe(5);
    head.writeUInt8(type);
    head.writeInt32BE(this.length + 4, 1);
    return [head, ...this.pieces];
  }

  private add(bytes: Buffer): void {
    this.length += bytes.length;
    if (bytes.length < LARGE_BYTES) {
      this.small.push(bytes);
      return;
    }
    this.flush();
    this.pieces.push(bytes);
  }

  private flush(): void {
    if (this.small.length > 0) this.pieces.push(Buffer.concat(this.small));
    this.small = [];
  }
}
