import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { UnreadableBodyError, UnsupportedMediaTypeError } from '../../http/http-errors.js';
import { keepRawBody } from './raw-body.js';
import { RequestBodies } from '../../http/bodies/request-bodies.service.js';

const MANAGEMENT_BODY_CAP_BYTES = 131_072;

/** Reads and parses the body of a management route, after its guards have let the request in. No body is an empty object. */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  constructor(private readonly bodies: RequestBodies) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const bytes = await this.bodies.read(request.raw, http.getResponse<FastifyReply>().raw, {
        capBytes: MANAGEMENT_BODY_CAP_BYTES,
        holder: 'management',
      });
      keepRawBody(request, bytes);
      request.body = bytes.length === 0 ? {} : parse(bytes, request.headers['content-type']);
    }
    return next.handle();
  }
}

function parse(bytes: Buffer, contentType: string | undefined): unknown {
  if (contentType !== undefined && !/\bjson\b/i.test(contentType))
    throw new UnsupportedMediaTypeError(contentType);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new UnreadableBodyError('The body is not valid JSON in UTF-8.', 'invalid_json', error);
  }
}
