import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { actAs } from '../audit/actor.js';
import { requestIdOf } from '../http/request-id.js';
import { scopeOf } from './admin-scope.js';
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
    const scope = scopeOf(request);
    const { who, name } =
      scope.kind === 'operator'
        ? { who: 'operator', name: null }
        : { who: scope.token.id, name: scope.token.name };
    return actAs({ who, name, requestId: requestIdOf(request) }, () => next.handle());
  }
}
