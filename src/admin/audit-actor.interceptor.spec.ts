import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { defer, firstValueFrom, of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { currentActor } from '../audit/actor.js';
import { setScope } from './admin-scope.js';
import { AuditActorInterceptor } from './audit-actor.interceptor.js';
import { ChangesNothing } from './changes-nothing.decorator.js';

const ROUTES = { change: () => undefined, preview: () => undefined };
ChangesNothing()(ROUTES, 'preview', { value: ROUTES.preview });

function actorOf(method: string, route: keyof typeof ROUTES = 'change'): Promise<string | undefined> {
  const request = { method, id: 'req_1', headers: {} } as unknown as FastifyRequest;
  setScope(request, { kind: 'operator' });
  const context = {
    switchToHttp: () => ({ getRequest: () => request }),
    getHandler: () => ROUTES[route],
  } as unknown as ExecutionContext;
  const handle = () => defer(() => of(currentActor()?.who));
  const answer = new AuditActorInterceptor().intercept(context, { handle });
  return firstValueFrom(answer) as Promise<string | undefined>;
}

describe('who stands behind a management request', () => {
  it.each(['POST', 'PATCH', 'PUT', 'DELETE'])('is known while a %s is served', async (method) => {
    expect(await actorOf(method)).toBe('operator');
  });

  it.each(['GET', 'HEAD'])('is nobody while a %s is: a read makes no promise dearer', async (method) => {
    expect(await actorOf(method)).toBeUndefined();
  });

  it('is nobody while a POST is served that only looks, as consoles send many while somebody types', async () => {
    expect(await actorOf('POST', 'preview')).toBeUndefined();
  });
});
