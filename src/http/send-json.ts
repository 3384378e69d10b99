import type { FastifyReply } from 'fastify';
import { pendingHeaders } from './pending-headers.js';

/** Answers 200 with a value as JSON, and the headers that the guards have left for the answer. */
export function sendJson(reply: FastifyReply, value: object): void {
  const body = Buffer.from(JSON.stringify(value));
  reply.hijack();
  const headers = pendingHeaders(reply);
  headers['x-request-id'] = reply.request.id;
  headers['content-type'] = 'application/json; charset=utf-8';
  headers['content-length'] = body.length;
  reply.raw.writeHead(200, headers);
  reply.raw.end(body);
}
