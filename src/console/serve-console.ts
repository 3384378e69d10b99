import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from '../http/choose-encoding.js';
import { CONSOLE_HEADERS } from './console-headers.js';
import { namesTag } from './if-none-match.js';
import { DOCUMENT, readDocument } from './read-document.js';

/** Beside `src` and `dist`, wherever this file was compiled to. */
export const CONSOLE_FOLDER = path.resolve(import.meta.dirname, '../../console/dist');

const PREFIX = '/console';
/** What stands beside a file for its compressed answers, and folders. */
const NO_FILE = /\.(?:br|gz)$|\/$/;
/** An icon, say, which has one name in all builds. No screen has a dot in its name. */
const PLAIN_FILE = /^[\w-]+(?:\.[\w-]+)+$/;
const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>The console is not built</title></head>
<body>
<h1>The console is not built</h1>
<p>Run <code>npm run build:console</code> and load this page again. <code>npm start</code> does it by itself.</p>
</body>
</html>
`;

/**
 * The console: the files of its build, and one document for every path of a screen, unknown ones too, which the page names. All of
 * it is public; what it shows comes from the management API. Called before the application is ready.
 */
export function serveConsole(fastify: FastifyInstance, folder: string): void {
  void fastify.register(async (scope) => {
    scope.addHook('onSend', (_request, reply, payload, done) => {
      void reply.headers(CONSOLE_HEADERS);
      done(null, payload);
    });
    const { fastifyStatic } = await import('@fastify/static');
    await scope.register(fastifyStatic, {
      root: path.join(folder, 'assets'),
      prefix: `${PREFIX}/assets/`,
      // Their names hold a digest of what they say.
      immutable: true,
      maxAge: '1y',
      preCompressed: true,
      allowedPath: (pathname) => !NO_FILE.test(pathname),
      index: false,
      dotfiles: 'ignore',
      // A console that is not built yet is no fault of the start.
      suppressWarning: true,
    });
    const screen = (request: FastifyRequest, reply: FastifyReply) => sendDocument(folder, request, reply);
    for (const url of [PREFIX, `${PREFIX}/*`]) scope.get(url, screen);
    scope.get<{ Params: { name: string } }>(`${PREFIX}/:name`, (request, reply) => {
      const { name } = request.params;
      if (!PLAIN_FILE.test(name) || name === DOCUMENT) return screen(request, reply);
      return reply.sendFile(name, folder, { immutable: false, maxAge: 0 });
    });
  });
}

async function sendDocument(folder: string, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const document = await readDocument(folder, chooseEncoding(request.headers['accept-encoding']));
  void reply.type('text/html; charset=utf-8');
  if (document === undefined) return reply.code(404).header('cache-control', 'no-store').send(NOT_BUILT);
  const { bytes, coding, tag } = document;
  void reply.headers({ 'cache-control': 'no-cache', etag: tag, vary: 'accept-encoding' });
  if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  if (coding !== undefined) void reply.header('content-encoding', coding);
  return reply.send(bytes);
}
