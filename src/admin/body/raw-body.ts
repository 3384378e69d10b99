import type { FastifyRequest } from 'fastify';

const bodies = new WeakMap<FastifyRequest, Buffer>();

/** Keeps the bytes that a parsed body was read from, for as long as its request lives. */
export function keepRawBody(request: FastifyRequest, bytes: Buffer): void {
  bodies.set(request, bytes);
}

/** The bytes of the body of a management request; empty when there was none. */
export function rawBodyOf(request: FastifyRequest): Buffer {
  return bodies.get(request) ?? Buffer.alloc(0);
}
