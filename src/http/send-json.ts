import type { FastifyReply } from 'fastify';
import { pendingHeaders } from './pending-headers.js';

/** Answers 200 with a value as JSON, and the headers that the guards have left for the answer. */
export function sendJson(reply: FastifyReply, value: object): void {
  sendBytes(reply, Buffer.from(JSON.stringify(value)), 'application/json; charset=utf-8');
}

/** Answers 200 with bytes, as `sendJson` does. */
export function sendBytes(reply: FastifyReply, body: Buffer, contentType: string): void {
  reply.hijack();
  reply.raw.writeHead(200, {
    ...pendingHeaders(reply),
    'x-request-id': reply.request.id,
    'content-type': contentType,
    'content-length': body.length,
  });
  reply.raw.end(body);
}
