import { once } from 'node:events';
import net from 'node:net';

/**
 * What a new connection meets: the database; nobody who listens; an error in PostgreSQL's words; silence; or a server that ends it
 * in the very moment in which it is ready.
 */
export type ProxyMode = 'pass' | 'refuse' | { readonly sqlState: string } | 'silent' | 'end-when-ready';

/** `Z`, five bytes, idle: the last message of a start-up. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** Stands between the service and its PostgreSQL, and notes when somebody dials. */
export class DatabaseProxy {
  /** When connections arrived, by the monotonic clock. In the mode `refuse` nobody is there to note them. */
  readonly dials: number[] = [];
  private readonly sockets = new Set<net.Socket>();
  private mode: ProxyMode = 'pass';
  private port = 0;

  private constructor(
    private readonly target: URL,
    private server: net.Server,
  ) {}

  static async start(databaseUrl: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(new URL(databaseUrl), net.createServer());
    await proxy.listen();
    return proxy;
  }

  /** The database's address by way of the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.href;
  }

  /** From now on for new connections; those that are open end, or fall silent as well. */
  async become(mode: ProxyMode): Promise<void> {
    const wasRefusing = this.mode === 'refuse';
    this.mode = mode;
    for (const socket of this.sockets) {
      if (mode === 'silent') socket.removeAllListeners('data').pause();
      else socket.destroy();
    }
    if (mode === 'refuse' && !wasRefusing) await this.close();
    if (mode !== 'refuse' && wasRefusing) await this.listen();
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await this.close();
  }

  private async listen(): Promise<void> {
    this.server = net.createServer((client) => this.take(client));
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as net.AddressInfo).port;
  }

  private async close(): Promise<void> {
    if (!this.server.listening) return;
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await once(this.server, 'close');
  }

  private take(client: net.Socket): void {
    this.dials.push(performance.now());
    this.watch(client);
    const { mode } = this;
    if (mode === 'silent') client.pause();
    else if (typeof mode === 'object') client.once('data', () => client.end(fatal(mode.sqlState)));
    else this.join(client, mode === 'end-when-ready');
  }

  private join(client: net.Socket, endWhenReady: boolean): void {
    const server = net.connect(Number(this.target.port || 5432), this.target.hostname);
    this.watch(server);
    client.on('data', (bytes) => server.write(bytes));
    server.on('data', (bytes) => {
      // In one write, so that the driver reads both in one go.
      if (endWhenReady && bytes.includes(READY)) client.end(Buffer.concat([bytes, fatal('57P01')]));
      else client.write(bytes);
    });
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  }

  private watch(socket: net.Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.sockets.delete(socket));
  }
}

/** An ErrorResponse that ends the connection. */
function fatal(sqlState: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0Mnobody is let in\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
