import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.js';

const CALLER = Symbol('caller');

type WithCaller = FastifyRequest & { [CALLER]?: Caller };

/** Remembers who sent a request, for what runs after the guard. */
export function setCaller(request: FastifyRequest, caller: Caller): void {
  (request as WithCaller)[CALLER] = caller;
}

/** The same where a request may not have come so far, or needs no key. */
export function knownCallerOf(request: FastifyRequest): Caller | undefined {
  return (request as WithCaller)[CALLER];
}

/** @throws Error when the request did not pass `ApiKeyGuard`. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = (request as WithCaller)[CALLER];
  if (caller === undefined) throw new Error('the request did not pass the key guard');
  return caller;
}
