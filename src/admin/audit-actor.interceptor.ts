import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { actAs } from '../audit/actor.js';
import { actorOf } from './actor-of.js';
import { changesNothing } from './changes-nothing.decorator.js';

const READS = new Set(['GET', 'HEAD']);

/**
 * Says who makes the changes of a management request, for the audit log that services write in their transactions. Reads have
 * nobody behind them: an actor makes every promise of the process dearer, and a console that polls would keep one there.
 */
@Injectable()
export class AuditActorInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (READS.has(request.method) || changesNothing(context.getHandler())) return next.handle();
    return actAs(actorOf(request), () => next.handle());
  }
}
