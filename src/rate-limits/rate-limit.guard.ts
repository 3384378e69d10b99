import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller-of.js';
import { pendingHeaders } from '../http/pending-headers.js';
import { readRouteConfig } from './route-config.js';
import { GatewayError } from '../lib/gateway-error.js';
import type { RateLimitVerdict } from './gcra.js';
import { limitFor, type LimitKind } from './limit-kinds.js';
import { RateLimitStore } from './rate-limit-store.js';

export class RateLimitExceededError extends GatewayError {
  constructor(retryAfterMs: number) {
    const seconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
    super({
      status: 429,
      code: 'rate_limit_exceeded',
      message: `Too many requests with this API key. Try again in ${seconds} s; limits are per key and can be raised for an organization.`,
      headers: { 'retry-after': String(seconds) },
    });
  }
}

/** Takes one request from the key's bucket before the body is read, and tells what is left in the `x-ratelimit-*` headers. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(private readonly store: RateLimitStore) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { limit: kind } = readRouteConfig(context.getHandler());
    if (kind === undefined) return true;
    const http = context.switchToHttp();
    const caller = callerOf(http.getRequest<FastifyRequest>());
    const limit = limitFor(caller, kind);
    if (limit === undefined) return true;
    const reply = http.getResponse<FastifyReply>();
    const verdict = this.store.take(bucketOf(caller.keyId, kind), limit);
    return verdict instanceof Promise
      ? verdict.then((settled) => admit(reply, settled))
      : admit(reply, verdict);
  }
}

function bucketOf(keyId: string, kind: LimitKind): string {
  return `${kind}:${keyId}`;
}

function admit(reply: FastifyReply, verdict: RateLimitVerdict): true {
  const headers = pendingHeaders(reply);
  headers['x-ratelimit-limit-requests'] = verdict.limit;
  headers['x-ratelimit-remaining-requests'] = verdict.remaining;
  headers['x-ratelimit-reset-requests'] = formatReset(verdict.resetMs);
  if (!verdict.allowed) throw new RateLimitExceededError(verdict.retryAfterMs);
  return true;
}

/** Provider B's notation, which its clients parse: `40ms`, `12s`. */
function formatReset(ms: number): string {
  return ms < 1_000 ? `${Math.ceil(ms)}ms` : `${Math.ceil(ms / 1_000)}s`;
}
