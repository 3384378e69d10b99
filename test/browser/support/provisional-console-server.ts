import { createReadStream, existsSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/**
 * Serves console/dist at /console in front of the service, which answers the rest. To be deleted when the service serves it itself:
 * then `startConsole` uses the application's own address.
 */
const DIST = path.resolve(import.meta.dirname, '../../../console/dist');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const POLICY = [
  "default-src 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

export interface ConsoleServer {
  readonly url: string;
  stop(): Promise<void>;
}

export async function serveConsole(serviceUrl: string): Promise<ConsoleServer> {
  const server = createServer((incoming, answer) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
    if (/^\/console(?:\/|$)/.test(pathname)) sendFile(pathname, answer);
    else passOn(serviceUrl, incoming, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendFile(pathname: string, answer: ServerResponse): void {
  const named = path.join(DIST, pathname.slice('/console'.length));
  const isFile = path.extname(named) in TYPES && named.startsWith(DIST) && existsSync(named);
  const file = isFile ? named : path.join(DIST, 'index.html');
  answer.writeHead(200, {
    'content-type': TYPES[path.extname(file)],
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
  });
  createReadStream(file).pipe(answer);
}

function passOn(serviceUrl: string, incoming: IncomingMessage, answer: ServerResponse): void {
  const { method, headers } = incoming;
  const outgoing = request(new URL(incoming.url ?? '/', serviceUrl), { method, headers }, (back) => {
    answer.writeHead(back.statusCode ?? 502, back.headers);
    back.pipe(answer);
  });
  outgoing.on('error', () => answer.destroy());
  incoming.pipe(outgoing);
}
