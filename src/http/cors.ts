import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AllowedOrigins } from '../config/settings.js';
import { allowedMethods } from './allowed-methods.js';
import { toOriginForm } from './origin-form.js';
import { pendingHeaders } from './pending-headers.js';

/** Browsers cap it at two hours and less. */
const PREFLIGHT_SECONDS = 7_200;
/** What an API key opens. The management API is not for pages of other origins, and a webhook for none. */
const API_KEY_PATH = /^\/api\/v1\/(?!(?:admin|webhooks)(?:[/?]|$))/;
/** Names of headers with commas between; anything else is not repeated. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~, -]*$/;
/** Named one by one for whoever reads no `*`; the last one is for every other header. */
const EXPOSED = [
  'x-request-id',
  'request-id',
  'x-upstream-request-id',
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'x-ratelimit-limit-requests',
  'x-ratelimit-remaining-requests',
  'x-ratelimit-reset-requests',
];
const OWN_EXPOSED = [
  'model',
  'tier',
  'group',
  'router',
  'cost',
  'tokens-saved',
  'retry',
  'cascade',
  'ignored',
  'cache',
  'billed-to',
  'call-id',
  'error-source',
  'batch-id',
  'batch-status',
  'results-format',
];

type Headers = Readonly<Record<string, string>>;

export interface CorsRules {
  /** Headers of an answer to a page of this origin; `undefined`: it is not let in. */
  answer(origin: string): Headers | undefined;
  /** Headers of the answer to a preflight that was let in. */
  preflight(asked: { readonly methods: readonly string[]; readonly headers: string }): Headers;
}

/**
 * Who may read answers, and what of them. Keys travel in headers that the page sets itself, so any header may come and
 * credentials of the browser (cookies) are never asked for.
 */
export function corsRules(origins: AllowedOrigins, headerPrefix: string): CorsRules {
  const exposed = [...EXPOSED, ...OWN_EXPOSED.map((name) => headerPrefix + name), '*'].join(', ');
  return {
    answer: (origin) => {
      if (origins === '*')
        return { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed };
      if (!origins.has(origin)) return undefined;
      return { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed };
    },
    preflight: ({ methods, headers }) => ({
      'access-control-allow-methods': methods.join(', '),
      ...(headers !== '' && HEADER_NAMES.test(headers) ? { 'access-control-allow-headers': headers } : {}),
      'access-control-max-age': String(PREFLIGHT_SECONDS),
    }),
  };
}

/** Lets pages of these origins call what an API key opens. Every answer there names them, errors too. */
export function allowOrigins(
  fastify: FastifyInstance,
  { origins, headerPrefix }: { origins: AllowedOrigins; headerPrefix: string },
): void {
  const rules = corsRules(origins, headerPrefix);
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!API_KEY_PATH.test(request.routeOptions.url ?? toOriginForm(request.url))) {
      done();
      return;
    }
    const headers = pendingHeaders(reply);
    // A cache must not show one origin's answer to another.
    if (origins !== '*') headers['vary'] = 'Origin';
    const { origin } = request.headers;
    const allowed = origin === undefined ? undefined : rules.answer(origin);
    if (allowed === undefined) {
      done();
      return;
    }
    Object.assign(headers, allowed);
    if (!answerPreflight(request, reply, rules)) done();
  });
}

/** @returns false: it is none, or of a path where there is nothing */
function answerPreflight(request: FastifyRequest, reply: FastifyReply, rules: CorsRules): boolean {
  const asksFor = request.headers['access-control-request-method'];
  if (request.method !== 'OPTIONS' || asksFor === undefined) return false;
  const methods = allowedMethods(request);
  if (methods.length === 0) return false;
  const { 'access-control-expose-headers': _exposed, ...headers } = pendingHeaders(reply);
  const asked = request.headers['access-control-request-headers'] ?? '';
  reply.hijack();
  reply.raw.writeHead(204, {
    ...headers,
    ...rules.preflight({ methods, headers: asked }),
    vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    'x-request-id': request.id,
  });
  reply.raw.end();
  return true;
}
