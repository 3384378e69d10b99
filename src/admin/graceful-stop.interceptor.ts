import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Observable } from 'rxjs';
import { LiveCalls } from '../live-calls/live-calls.service.js';
import { onceOver } from '../http/once-over.js';

/** A change that is under way when the process is told to stop is answered first: its caller would not know whether it was made. */
@Injectable()
export class GracefulStopInterceptor implements NestInterceptor {
  constructor(private readonly liveCalls: LiveCalls) {}

  /** @throws ShuttingDownError (503) once the process is stopping. */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { raw: response, request } = context.switchToHttp().getResponse<FastifyReply>();
    onceOver(
      { request: request.raw, response },
      this.liveCalls.hold(() => response.destroy()),
    );
    return next.handle();
  }
}
