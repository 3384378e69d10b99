import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Settings } from './config/settings.js';
import { nameSchemas } from './http/openapi/name-schemas.js';

/** What can happen on every route, or in a stream that has begun; the other codes stand with the routes that answer them. */
const COMMON_CODES: readonly (readonly [code: string, where: string, meaning: string])[] = [
  ['invalid_url', '400', 'The path cannot be decoded.'],
  [
    'invalid_content_encoding',
    '400',
    'The body is not compressed in the way that its content-encoding says.',
  ],
  ['invalid_http', '400', 'The request is not valid HTTP/1.1.'],
  ['request_timeout', '408', 'The headers of the request did not arrive in time.'],
  [
    'too_many_pipelined_requests',
    '429',
    'More requests of this connection wait for their answers than are taken.',
  ],
  ['headers_too_large', '431', 'The headers of the request are larger than is taken.'],
  ['expectation_failed', '417', 'The Expect header asks for something else than 100-continue.'],
  ['unknown_path', '404', 'There is nothing at this path.'],
  ['method_not_allowed', '405', 'The path takes other methods: those in `Allow`.'],
  ['unsupported_media_type', '415', 'The content-type is not one that is taken here.'],
  [
    'previous_response_not_found',
    '404',
    'The project keeps no such response, or one that it goes on from is gone.',
  ],
  ['item_not_found', '400', 'The project keeps no item of the id that `param` points to.'],
  ['client_closed_request', 'call log, 499', 'The client left before the answer was complete.'],
  ['internal_error', '500', 'Something failed on our side; the request id names it in the logs.'],
  ['endpoint_key_unreadable', '500', 'The stored key of a registered endpoint must be set again.'],
  ['upstream_error', "the provider's status", 'The provider answered an error that is not JSON.'],
  ['upstream_headers_too_large', '502', "The headers of the provider's answer are larger than is taken."],
  ['upstream_unasked_continue', '502', 'The provider sent an interim response that was not asked for.'],
  ['too_many_pipelined_requests', '429', 'Too many requests of one connection wait for their answers.'],
  ['upstream_answer_too_large', '502', "The provider's answer is larger than is taken."],
  [
    'upstream_event_too_large',
    '502, or in a stream',
    "One event of the provider's stream is larger than is taken.",
  ],
  ['stream_unreadable', 'in a stream', "An event of the provider's stream cannot be read."],
  ['stream_interrupted', 'in a stream', "The provider's stream ended before the answer was complete."],
];

/** What is served, in the order in which people look for it. */
const SURFACES: readonly (readonly [what: string, path: string, speaks: string])[] = [
  [
    'Chat completions',
    'POST /api/v1/openai/chat/completions',
    "OpenAI's API on every provider, routed or on a named model; streams",
  ],
  [
    'Responses',
    'POST /api/v1/openai/responses',
    "OpenAI's API on every provider, routed as chat; streams; kept answers can be continued, read and deleted",
  ],
  ['Messages', 'POST /api/v1/messages', "provider A's Messages API, byte for byte; `/count_tokens` too"],
  ['Embeddings', 'POST /api/v1/openai/embeddings', "OpenAI's API"],
  [
    'Kept responses',
    'GET /api/v1/openai/responses/{id}, /api/v1/route/responses/{id}',
    'what the Responses API answered, its input items, and deleting it',
  ],
  ['Routing decision', 'POST /api/v1/route', 'which model would serve, and why; nothing runs'],
  [
    'Batches',
    'POST /api/v1/route/batches',
    'bulk inference at the batch rate; uploads, quotes, results, callbacks',
  ],
  ['Message Batches', 'POST /api/v1/messages/batches', "provider A's shapes over the same batches"],
  [
    'Files and batches',
    'POST /api/v1/openai/files, /api/v1/openai/batches',
    "OpenAI's shapes over the same batches: JSON lines up to 256 MB; chat, responses and embeddings",
  ],
  [
    'Models',
    'GET /api/v1/openai/models, GET /api/v1/models',
    "what a project may call, in OpenAI's and in provider A's list",
  ],
  ['Traces', 'POST /api/v1/traces', 'OpenTelemetry traces as OTLP/HTTP, JSON or protobuf'],
  ['Feedback', 'POST /api/v1/feedback', 'how the task of a call went'],
  ['Account', 'GET /api/v1/key, /credits, /calls/{id}', 'what an API key may look up'],
  [
    'Management',
    '/api/v1/admin',
    "organizations, projects, keys, routers, money, usage, traces; with the operator's or an organization's token",
  ],
  ['Webhooks', 'POST /api/v1/webhooks/stripe', "Stripe's events"],
  ['Health', 'GET /healthz, /readyz, /metrics', "probes, and Prometheus with the operator's token"],
];

const DESCRIPTION = `One API key in front of hosted language models. Base URL of the OpenAI SDKs: this address with \`/api/v1/openai\`; of the Anthropic SDKs: with \`/api\`. What is listed under \`/api/v1/openai\` answers under \`/api/v1/route\` too, but for files and batches.

| Surface | Where | |
| --- | --- | --- |
${SURFACES.map(([what, path, speaks]) => `| ${what} | \`${path}\` | ${speaks} |`).join('\n')}

Errors name the field and the way out, and carry a stable \`code\`; those that the same request would meet again carry \`x-should-retry: false\`. Each route lists those it answers with; these can come from any:

| \`code\` | Status | |
| --- | --- | --- |
${COMMON_CODES.map(([code, where, meaning]) => `| \`${code}\` | ${where} | ${meaning} |`).join('\n')}`;

/** The names that a deployment may choose; decorators are written with the usual ones. */
type OwnNames = Pick<Settings, 'headerPrefix' | 'keyPrefix' | 'idPrefixA' | 'idPrefixB'>;

/** Serves Swagger UI at `/docs` and the OpenAPI document at `/docs-json`. Before `app.init()`. */
export function documentApi(app: NestFastifyApplication, names: OwnNames): void {
  SwaggerModule.setup('docs', app, () => inOwnNames(createDocument(app), names), {
    jsonDocumentUrl: 'docs-json',
    customSiteTitle: 'Inference Gateway API',
  });
}

function createDocument(app: NestFastifyApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Inference Gateway')
    .setDescription(DESCRIPTION)
    .setVersion('1')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'An API key (`svc_live_…`).' }, 'bearer')
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'x-api-key',
        description: "The same API key in provider A's header.",
      },
      'apiKey',
    )
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        description: "The operator's token, or an organization's admin token.",
      },
      'admin',
    )
    .addCookieAuth(
      'svc_console',
      {
        type: 'apiKey',
        in: 'cookie',
        description:
          'A session of the console, which opens what its admin token opens: with `Sec-Fetch-Site: same-origin` and `x-console: 1` only, else 403 `cross_site`.',
      },
      'console',
    )
    .addApiKey(
      {
        type: 'apiKey',
        in: 'query',
        name: 'signature',
        description: 'The signature of an upload address, as `upload_url` carries it.',
      },
      'uploadSignature',
    )
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'stripe-signature',
        description: "Stripe's signature of the body.",
      },
      'stripeSignature',
    )
    .build();
  return nameSchemas(
    withEveryPathParameter(SwaggerModule.createDocument(app, config, { autoTagControllers: false })),
  );
}

/** No prefix holds a character that JSON escapes, so the text of the document can be edited. */
function inOwnNames(document: OpenAPIObject, names: OwnNames): OpenAPIObject {
  const text = JSON.stringify(document)
    .replaceAll('x-svc-', names.headerPrefix)
    .replaceAll('svc_live_', names.keyPrefix)
    .replaceAll('vendora/', `${names.idPrefixA}/`)
    .replaceAll('vendorb/', `${names.idPrefixB}/`);
  return JSON.parse(text) as OpenAPIObject;
}

/** A handler with several paths is described once, so a parameter that only one of its paths has would be missing there. */
function withEveryPathParameter(document: OpenAPIObject): OpenAPIObject {
  for (const [path, { get }] of Object.entries(document.paths)) {
    const known = new Set(get?.parameters?.map((parameter) => ('name' in parameter ? parameter.name : '')));
    for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g))
      if (!known.has(name))
        get?.parameters?.push({ name, in: 'path', required: true, schema: { type: 'string' } });
  }
  return document;
}
