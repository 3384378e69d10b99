import 'reflect-metadata';
import { METHODS, type IncomingMessage } from 'node:http';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brokenRequestAnswer, connectAnswer } from './answer-broken-request.js';
import { AppModule, type ApplicationInputs } from './app.module.js';
import { CONSOLE_FOLDER, serveConsole } from './console/serve-console.js';
import { documentApi } from './document-api.js';
import { noteRoutes } from './http/allowed-methods.js';
import { compressLists } from './admin/printing/compress-lists.js';
import { allowOrigins } from './http/cors.js';
import { renderError } from './error-answers/render-error.js';
import { holdExpectations } from './http/bodies/expect-continue.js';
import { endAfterDiscarding } from './http/lingering-close.js';
import { Metrics } from './metrics/metrics.js';
import { findHeadFault } from './http/odd-heads.js';
import { judgePipelined, TOO_MANY_PIPELINED } from './http/pipelined-requests.js';
import { toOriginForm } from './http/origin-form.js';
import { envelopeOf } from './error-answers/route-surface.js';
import { GatewayError } from './lib/gateway-error.js';
import { retryAdvice } from './error-answers/retry-advice.js';
import { NestLogger } from './http/logger.js';
import { pendingHeaders, SAFE_HEADERS } from './http/pending-headers.js';
import { makeRequestId } from './http/request-id.js';

/** Longer than the slowest client takes to send its headers, shorter than a stuck one may stay. */
const HEADERS_TIMEOUT_MS = 30_000;
/** Longer than the idle time of common load balancers (60 s), so that they close first. */
const KEEP_ALIVE_MS = 65_000;
/** All that Fastify would look for a parser for, those without a route too. */
const METHODS_WITH_BODIES = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'];
const MAX_PARAM_LENGTH = 500;
const DOCS = /^\/docs(?:[/-]|$)/;
/** What Swagger UI needs and no more: its own scripts, styles in the page, pictures in its style sheet, calls of this service. */
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);
const MALFORMED_URL = new GatewayError({
  status: 400,
  code: 'invalid_url',
  message: 'The path of the request is not a valid URL path.',
});
const WORKER_TAKES_NO_CALLS = new GatewayError({
  status: 404,
  code: 'unknown_path',
  message: 'This process does background work alone (ROLE is worker). Ask one whose ROLE is all or api.',
});

/**
 * Builds the application; nothing listens yet. Bodies stay unread streams until guards have let a request in: the handler
 * reads them with its own cap.
 */
export async function createApplication(inputs: ApplicationInputs): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    // No middleware of Express is used, so its engine need not look at each request.
    skipMiddie: true,
    genReqId: (request: IncomingMessage) => makeRequestId(request.headers['x-request-id']),
    clientErrorHandler: brokenRequestAnswer(inputs.settings.headerPrefix),
    frameworkErrors: malformedUrlAnswer(inputs.settings.headerPrefix),
    // Refused by us, in words.
    http: { requireHostHeader: false },
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The live-call limit bounds a call; a whole-request limit would cut slow uploads of large bodies.
    requestTimeout: 0,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
  const fastify = adapter.getInstance();
  // Handlers read bodies themselves. Without this Fastify parses the content type of each request and looks for a parser.
  for (const method of METHODS_WITH_BODIES.filter((name) => METHODS.includes(name)))
    fastify.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  noteRoutes(fastify, { maxParamLength: MAX_PARAM_LENGTH });
  nameAnswers(fastify);
  compressLists(fastify);
  holdExpectations(fastify.server);
  fastify.server.on('connect', connectAnswer(inputs.settings.headerPrefix));
  boundPipelines(fastify, inputs.settings.headerPrefix);
  refuseOddHeads(fastify, inputs.settings.headerPrefix);
  const { corsOrigins: origins, headerPrefix } = inputs.settings;
  if (origins !== undefined) allowOrigins(fastify, { origins, headerPrefix });
  if (inputs.settings.role === 'worker') answerOnlyProbes(fastify, inputs.settings.headerPrefix);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.register(inputs), adapter, {
    bodyParser: false,
    logger: new NestLogger(inputs.logger),
    abortOnError: false,
    forceCloseConnections: true,
  });
  countRequests(fastify, app.get(Metrics));
  fastify.server.headersTimeout = HEADERS_TIMEOUT_MS;
  documentApi(app, inputs.settings);
  if (inputs.settings.console) serveConsole(fastify, inputs.consoleFolder ?? CONSOLE_FOLDER);
  await app.init();
  await fastify.ready();
  return app;
}

/** A URL that Fastify cannot decode never reaches Nest, so its answer is rendered here. */
function malformedUrlAnswer(headerPrefix: string) {
  return (_error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    sendError({ request, reply, headerPrefix }, MALFORMED_URL);
  };
}

function boundPipelines(fastify: FastifyInstance, headerPrefix: string): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const verdict = judgePipelined(request.raw, reply.raw);
    if (verdict === 'serve') {
      done();
      return;
    }
    reply.hijack();
    if (verdict === 'refuse')
      reply.raw.end(writeErrorHead({ request, reply, headerPrefix }, TOO_MANY_PIPELINED));
  });
}

function refuseOddHeads(fastify: FastifyInstance, headerPrefix: string): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const fault = findHeadFault(request.raw);
    if (fault === undefined) done();
    else sendError({ request, reply, headerPrefix }, fault);
  });
}

/** By the close of the answer, which comes also when a client leaves and when a call writes its own head. */
function countRequests(fastify: FastifyInstance, metrics: Metrics): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const startedMs = performance.now();
    const { raw } = reply;
    metrics.requestBegan();
    raw.once('close', () =>
      metrics.requestEnded({
        method: request.method,
        route: request.routeOptions.url,
        status: raw.headersSent ? raw.statusCode : undefined,
        durationMs: performance.now() - startedMs,
      }),
    );
    done();
  });
}

/** A process with the role of a worker has its listener for the probes alone. */
function answerOnlyProbes(fastify: FastifyInstance, headerPrefix: string): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const path = toOriginForm(request.url).split('?', 1)[0] ?? '';
    if (PROBES.has(path)) done();
    else sendError({ request, reply, headerPrefix }, WORKER_TAKES_NO_CALLS);
  });
}

interface EarlyAnswer {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly headerPrefix: string;
}

/** Before Nest, which renders all other errors. */
function sendError(answer: EarlyAnswer, error: GatewayError): void {
  const { request, reply } = answer;
  reply.hijack();
  endAfterDiscarding(request.raw, reply.raw, writeErrorHead(answer, error));
}

/** @returns the body that belongs to it */
function writeErrorHead({ request, reply, headerPrefix }: EarlyAnswer, error: GatewayError): Buffer {
  const envelope = envelopeOf(toOriginForm(request.url));
  const body = Buffer.from(renderError({ error, envelope, requestId: request.id }));
  reply.raw.writeHead(error.status, {
    ...error.headers,
    'x-request-id': request.id,
    ...(envelope === 'anthropic' ? { 'request-id': request.id } : {}),
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    ...SAFE_HEADERS,
    ...retryAdvice(error),
    [`${headerPrefix}error-source`]: error.source,
  });
  return body;
}

/** Answers that go out by `reply.send` (probes, documents, the management API). Calls and errors write their own heads. */
function nameAnswers(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    void reply.headers(pendingHeaders(reply)).header('x-request-id', request.id);
    if (DOCS.test(request.routeOptions.url ?? '')) void reply.header('content-security-policy', DOCS_POLICY);
    done(null, payload);
  });
}
