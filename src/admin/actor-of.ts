import type { FastifyRequest } from 'fastify';
import type { Actor } from '../audit/actor.js';
import { requestIdOf } from '../http/request-id.js';
import { scopeOf } from './admin-scope.js';

/** Who made a management request, as the audit log tells it. */
export function actorOf(request: FastifyRequest): Actor {
  const scope = scopeOf(request);
  const requestId = requestIdOf(request);
  return scope.kind === 'operator'
    ? { who: 'operator', name: null, requestId }
    : { who: scope.token.id, name: scope.token.name, requestId };
}
