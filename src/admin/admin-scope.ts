import type { FastifyRequest } from 'fastify';
import { GatewayError } from '../lib/gateway-error.js';

/** What a management token opens: everything, or one organization. */
export type AdminScope =
  | { readonly kind: 'operator' }
  | {
      readonly kind: 'organization';
      readonly organizationId: string;
      /** Which of its tokens it was, for what is kept about who changed something. */
      readonly token: { readonly id: string; readonly name: string };
    };

export class NotFoundError extends GatewayError {
  constructor(what: string, id: string) {
    super({
      status: 404,
      code: 'not_found',
      message: `There is no ${what} ${JSON.stringify(id.slice(0, 100))}.`,
    });
  }
}

export class OperatorOnlyError extends GatewayError {
  constructor() {
    super({
      status: 403,
      code: 'operator_only',
      message: "Only the operator may do this; an organization's token may not.",
    });
  }
}

const SCOPE = Symbol('admin scope');
type WithScope = FastifyRequest & { [SCOPE]?: AdminScope };

export function setScope(request: FastifyRequest, scope: AdminScope): void {
  (request as WithScope)[SCOPE] = scope;
}

export function scopeOf(request: FastifyRequest): AdminScope {
  const scope = (request as WithScope)[SCOPE];
  if (scope === undefined) throw new Error('the request did not pass the admin guard');
  return scope;
}

/** Whether a token sees an organization's things; for everyone else they do not exist. */
export function sees(scope: AdminScope, organizationId: string): boolean {
  return scope.kind === 'operator' || scope.organizationId === organizationId;
}

/** @throws OperatorOnlyError (403) */
export function requireOperator(scope: AdminScope): void {
  if (scope.kind !== 'operator') throw new OperatorOnlyError();
}
