import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.js';
import { knownCallerOf } from './caller-of.js';

const ATTEMPT = Symbol('refused credential');
const OWNER = Symbol('owner of what was refused');

/** Whose refusal it is. */
export type RefusedOwner = Pick<Caller, 'keyId' | 'projectId'>;
type Refused = FastifyRequest & { [ATTEMPT]?: string; [OWNER]?: RefusedOwner };

/** Remembers a credential with the prefix of our keys that opened nothing: some key's holder may want to know. */
export function noteRefusedCredential(request: FastifyRequest, credential: string): void {
  (request as Refused)[ATTEMPT] = credential;
}

export function refusedCredentialOf(request: FastifyRequest): string | undefined {
  return (request as Refused)[ATTEMPT];
}

/** Remembers whose request it was that needs no key, because its address was signed for somebody. */
export function noteRefusedOwner(request: FastifyRequest, owner: RefusedOwner): void {
  (request as Refused)[OWNER] = owner;
}

/** `undefined`: nobody knows. */
export function refusedOwnerOf(request: FastifyRequest): RefusedOwner | undefined {
  return knownCallerOf(request) ?? (request as Refused)[OWNER];
}
