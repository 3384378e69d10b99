import { connect, type Socket } from 'node:net';

/** What came over a connection, of which the test writes every byte. */
export class RawConnection {
  private readonly socket: Socket;
  private readonly chunks: Buffer[] = [];
  private readonly watchers = new Set<() => void>();
  private isOver = false;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    this.socket.on('data', (bytes: Buffer) => this.note(() => this.chunks.push(bytes)));
    this.socket.on('error', () => undefined);
    for (const event of ['end', 'close']) this.socket.on(event, () => this.note(() => (this.isOver = true)));
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString();
  }

  write(bytes: string | Buffer): this {
    this.socket.write(bytes);
    return this;
  }

  /** Ends our direction; the other stays open. */
  half(): this {
    this.socket.end();
    return this;
  }

  /** What has come when it fits. @throws Error when the other side ends before */
  async until(pattern: RegExp): Promise<string> {
    while (!pattern.test(this.text)) {
      if (this.isOver) throw new Error(`over before ${String(pattern)}: ${this.text}`);
      await this.change();
    }
    return this.text;
  }

  /** All that comes until the other side ends. */
  async whole(): Promise<string> {
    while (!this.isOver) await this.change();
    return this.text;
  }

  /** The first whole answer; a `100 Continue` before it is left out. */
  async answer(): Promise<RawAnswer> {
    for (;;) {
      const answer = readAnswer(Buffer.concat(this.chunks), this.isOver);
      if (answer !== undefined) return answer;
      if (this.isOver) throw new Error(`over without an answer: ${JSON.stringify(this.text)}`);
      await this.change();
    }
  }

  close(): void {
    this.socket.destroy();
  }

  private change(): Promise<void> {
    return new Promise((resolve) => this.watchers.add(resolve));
  }

  private note(change: () => void): void {
    change();
    for (const watcher of this.watchers) watcher();
    this.watchers.clear();
  }
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

function readAnswer(bytes: Buffer, isOver: boolean): RawAnswer | undefined {
  const received = bytes.toString('latin1').replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [statusLine = '', ...lines] = received.slice(0, headEnd).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', value = ''] = line.split(/: ?(.*)/s);
      return [name.toLowerCase(), value];
    }),
  );
  const rest = received.slice(headEnd + 4);
  const length = Number(headers['content-length'] ?? Number.NaN);
  const isWhole =
    rest.length >= length ||
    (headers['transfer-encoding'] === 'chunked' && rest.endsWith('0\r\n\r\n')) ||
    isOver;
  if (!isWhole) return undefined;
  const body = Number.isNaN(length) ? rest : rest.slice(0, length);
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    text: Buffer.from(body, 'latin1').toString(),
  };
}
