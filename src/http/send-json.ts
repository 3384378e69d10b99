import type { FastifyReply } from 'fastify';
import { pendingHeaders } from './pending-headers.js';

/** Answers with a value as JSON, 200 when nothing else is said, and the headers that the guards have left for the answer. */
export function sendJson(reply: FastifyReply, value: object, status = 200): void {
  sendBytes(reply, Buffer.from(JSON.stringify(value)), {
    status,
    contentType: 'application/json; charset=utf-8',
  });
}

/** Answers with bytes, as `sendJson` does. */
export function sendBytes(
  reply: FastifyReply,
  body: Buffer,
  { status = 200, contentType }: { status?: number; contentType: string },
): void {
  reply.hijack();
  const headers = pendingHeaders(reply);
  headers['x-request-id'] = reply.request.id;
  headers['content-type'] = contentType;
  headers['content-length'] = body.length;
  reply.raw.writeHead(status, headers);
  reply.raw.end(body);
}
