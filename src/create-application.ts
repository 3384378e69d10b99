import 'reflect-metadata';
import type { IncomingMessage } from 'node:http';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { AppModule, type ApplicationInputs } from './app.module.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { renderError } from './http/envelopes/render-error.js';
import { envelopeOf } from './http/route-surface.js';
import { GatewayError } from './lib/gateway-error.js';
import { NestLogger } from './http/logger.js';
import { makeRequestId } from './http/request-id.js';

/** Longer than the slowest client takes to send its headers, shorter than a stuck one may stay. */
const HEADERS_TIMEOUT_MS = 30_000;
/** Longer than the idle time of common load balancers (60 s), so that they close first. */
const KEEP_ALIVE_MS = 65_000;
const MAX_PARAM_LENGTH = 500;

/**
 * Builds the application; nothing listens yet. Bodies stay unread streams until guards have let a request in: the handler
 * reads them with its own cap.
 */
export async function createApplication(inputs: ApplicationInputs): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    genReqId: (request: IncomingMessage) => makeRequestId(request.headers['x-request-id']),
    frameworkErrors: answerMalformedUrl,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The live-call limit bounds a call; a whole-request limit would cut slow uploads of large bodies.
    requestTimeout: 0,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
  const fastify = adapter.getInstance();
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    '*',
    (_request: unknown, payload: unknown, done: (error: null, body: unknown) => void) => done(null, payload),
  );
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.register(inputs), adapter, {
    bodyParser: false,
    logger: new NestLogger(inputs.logger),
    abortOnError: false,
    forceCloseConnections: true,
  });
  fastify.server.headersTimeout = HEADERS_TIMEOUT_MS;
  documentApi(app);
  await app.init();
  await fastify.ready();
  return app;
}

/** A URL that Fastify cannot decode never reaches Nest, so its answer is rendered here. */
function answerMalformedUrl(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = new GatewayError({
    status: 400,
    code: 'invalid_url',
    message: 'The path of the request is not a valid URL path.',
  });
  const body = renderError({ error, envelope: envelopeOf(request.raw.url ?? ''), requestId: request.id });
  void reply
    .code(400)
    .header('content-type', 'application/json; charset=utf-8')
    .header('x-request-id', request.id)
    .send(body);
}

function documentApi(app: NestFastifyApplication): void {
  const config = new DocumentBuilder()
    .setTitle('Inference Gateway')
    .setDescription(
      'One API key in front of hosted language models: chat completions, exact billing, registered endpoints. Errors name the field and the way out.',
    )
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
    .build();
  SwaggerModule.setup('docs', app, () => SwaggerModule.createDocument(app, config), {
    jsonDocumentUrl: 'docs-json',
    customSiteTitle: 'Inference Gateway API',
  });
}
