import { createHmac } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ReceivedPost {
  readonly path: string;
  readonly text: string;
  readonly json: Record<string, unknown>;
  readonly signature: string;
}

/** A caller's server that is told things, on a real socket. It takes everything until a test says otherwise. */
export class WebhookReceiver {
  readonly posts: ReceivedPost[] = [];
  /** Answers to the next posts, each once. */
  readonly answers: ((response: ServerResponse) => void)[] = [];

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const receiver = new WebhookReceiver(server, `http://127.0.0.1:${port}/hook`);
    server.on('request', (request, response) => {
      void buffer(request).then((body) => {
        const text = body.toString('utf8');
        receiver.posts.push({
          path: request.url ?? '',
          text,
          json: JSON.parse(text) as Record<string, unknown>,
          signature: String(request.headers['x-svc-signature']),
        });
        const answer = receiver.answers.shift();
        if (answer === undefined) response.writeHead(204).end();
        else answer(response);
      });
    });
    return receiver;
  }

  /** Those of one event, or all. */
  of(event?: string): Record<string, unknown>[] {
    return this.posts
      .map(({ json }) => json)
      .filter((post) => event === undefined || post['event'] === event);
  }

  reset(): void {
    this.posts.length = 0;
    this.answers.length = 0;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** As a caller would check it. */
export function isSignedBy(secret: string, { text, signature }: ReceivedPost): boolean {
  const [, time = '', given] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  return given === createHmac('sha256', secret).update(`${time}.${text}`).digest('hex');
}
