import type { FastifyRequest } from 'fastify';
import { newId } from '../lib/ids.js';

const CALLER_ID = /^[A-Za-z0-9_.:-]{1,128}$/;

/** A caller may bring an id of his own in `x-request-id`; what is no plain token is replaced. */
export function makeRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && CALLER_ID.test(header) ? header : newId('req');
}

/** The id of a request: Fastify makes it once by `makeRequestId`. */
export function requestIdOf(request: FastifyRequest): string {
  return request.id;
}
