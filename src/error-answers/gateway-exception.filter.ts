import {
  Catch,
  HttpException,
  Inject,
  Injectable,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { asDatabaseFailure } from '../database/database-unavailable.error.js';
import { GatewayError } from '../lib/gateway-error.js';
import { newId } from '../lib/ids.js';
import { encodeErrorStatus, PROTOBUF_TYPE } from '../wire/otlp/export-answer.js';
import { answerWatchOf } from '../http/answer-watch.js';
import { allowedMethods } from '../http/allowed-methods.js';
import { renderError } from './render-error.js';
import { ErrorAnswers } from './error-answers.js';
import {
  ClientClosedRequestError,
  MethodNotAllowedError,
  UnsupportedMediaTypeError,
} from '../http/http-errors.js';
import { endAfterDiscarding } from '../http/lingering-close.js';
import { LOGGER } from '../http/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { toOriginForm } from '../http/origin-form.js';
import { pendingHeaders } from '../http/pending-headers.js';
import { requestIdOf } from '../http/request-id.js';
import { retryAdvice } from './retry-advice.js';
import { envelopeOf, isCallPath, speaksProtobuf } from './route-surface.js';
import { unknownPathMessage, unservedPathMessage } from './unknown-path.js';
import { UpstreamError } from './upstream-error.js';

/** The one place where an error becomes an answer. What is logged is logged here, once. */
@Injectable()
@Catch()
export class GatewayExceptionFilter implements ExceptionFilter {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly answers: ErrorAnswers,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(thrown, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Also the one place where an error of the database that may pass becomes 503. */
  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const thrown = asDatabaseFailure(error);
    const response = reply.raw;
    if (response.headersSent || response.destroyed) {
      this.log(thrown, request);
      response.destroy();
      return;
    }
    reply.hijack();
    if (thrown instanceof ClientClosedRequestError) {
      response.destroy();
      return;
    }
    this.log(thrown, request);
    const requestId = requestIdOf(request);
    pendingHeaders(reply)['x-request-id'] = requestId;
    // A call that was refused before it began has an id as well; there is no row of it.
    if (isCallPath(routeOf(request)))
      pendingHeaders(reply)[`${this.settings.headerPrefix}call-id`] ??= newId('call');
    if (envelopeOf(routeOf(request)) === 'anthropic')
      pendingHeaders(reply)['request-id'] = upstreamIdOf(thrown) ?? requestId;
    if (thrown instanceof UpstreamError) {
      this.replay(thrown, request, reply);
      return;
    }
    const answered = toGatewayError(thrown, request);
    this.metrics.errorAnswered(answered);
    this.answers.tell({ error: answered, request, path: routeOf(request) });
    const { body, contentType } = render(answered, request, requestId);
    response.writeHead(answered.status, {
      ...pendingHeaders(reply),
      ...retryAdvice(answered),
      ...answered.headers,
      'content-type': contentType,
      'content-length': body.length,
      [`${this.settings.headerPrefix}error-source`]: answered.source,
    });
    endAfterDiscarding(request.raw, response, body);
    answerWatchOf(reply)?.whole(body);
  }

  private replay(error: UpstreamError, request: FastifyRequest, reply: FastifyReply): void {
    reply.raw.writeHead(error.status, {
      ...pendingHeaders(reply),
      ...error.headers,
      'content-length': error.body.length,
      [`${this.settings.headerPrefix}error-source`]: 'upstream',
    });
    endAfterDiscarding(request.raw, reply.raw, error.body);
    answerWatchOf(reply)?.whole(error.body);
  }

  private log(thrown: unknown, request: FastifyRequest): void {
    // Callers' own faults, and what a stop that was asked for refuses, are no failures.
    if (thrown instanceof GatewayError && (thrown.status < 500 || thrown.code === 'shutting_down')) return;
    if (thrown instanceof UpstreamError || thrown instanceof HttpException) return;
    const path = request.url.split('?', 1)[0];
    this.logger.error({ err: thrown, request_id: requestIdOf(request), path }, 'request failed');
  }
}

/** The route's own path, for a client may write it in other ways (`%6d` for `m`); what was asked for where there is none. */
function routeOf({ routeOptions, url }: FastifyRequest): string {
  return routeOptions.url ?? withoutEscapes(toOriginForm(url));
}

function withoutEscapes(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

function render(
  error: GatewayError,
  request: FastifyRequest,
  requestId: string,
): { body: Buffer; contentType: string } {
  if (speaksProtobuf(routeOf(request), request.headers['content-type']))
    return {
      body: encodeErrorStatus({ code: error.status, message: `${error.code}: ${error.message}` }),
      contentType: PROTOBUF_TYPE,
    };
  return {
    body: Buffer.from(renderError({ error, envelope: envelopeOf(routeOf(request)), requestId })),
    contentType: 'application/json; charset=utf-8',
  };
}

/** Provider A's SDKs show `request-id` with an error: the provider's own where there is one. */
function upstreamIdOf(thrown: unknown): string | undefined {
  return thrown instanceof UpstreamError || thrown instanceof GatewayError
    ? thrown.headers['x-upstream-request-id']
    : undefined;
}

/** Framework errors (404 for an unknown path, a malformed URL) become ours; anything unknown is a 500 that says nothing more. */
function toGatewayError(thrown: unknown, request: FastifyRequest): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  const status = frameworkStatus(thrown);
  if (status === 415) return new UnsupportedMediaTypeError(request.headers['content-type'] ?? '');
  if (status === 404) return noRouteError(request);
  if (status !== undefined && status >= 400 && status < 500) {
    return new GatewayError({
      status,
      code: 'invalid_request',
      message: thrown instanceof Error ? thrown.message : 'The request is not valid.',
    });
  }
  return new GatewayError({
    status: 500,
    code: 'internal_error',
    message: 'Something failed on our side. The request id names it in our logs.',
    cause: thrown,
  });
}

function noRouteError(request: FastifyRequest): GatewayError {
  const unserved = unservedPathMessage(request.url);
  if (unserved !== undefined)
    return new GatewayError({ status: 404, code: 'unknown_path', message: unserved });
  const allowed = allowedMethods(request);
  return allowed.length > 0 && !allowed.includes(request.method)
    ? new MethodNotAllowedError(request.method, allowed)
    : new GatewayError({ status: 404, code: 'unknown_path', message: unknownPathMessage(request.url) });
}

function frameworkStatus(thrown: unknown): number | undefined {
  if (thrown instanceof HttpException) return thrown.getStatus();
  if (thrown instanceof Error && 'statusCode' in thrown && typeof thrown.statusCode === 'number')
    return thrown.statusCode;
  return undefined;
}
