import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { setCaller } from '../../auth/caller-of.js';
import { ConsoleCallers } from '../../auth/console/console-callers.service.js';
import { NotFoundError } from '../admin-scope.js';
import { VisibleProjects } from '../visible-projects.service.js';

/** Makes a management request, which `AdminGuard` has let in, a call of its project: from here on it is one as any other. */
@Injectable()
export class PlaygroundGuard implements CanActivate {
  constructor(
    private readonly visible: VisibleProjects,
    private readonly callers: ConsoleCallers,
  ) {}

  /** @throws NotFoundError (404) also for a project of another organization */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest<{ Params: { id: string } }>>();
    const project = await this.visible.get(request, request.params.id);
    const caller = await this.callers.of(project.id);
    if (caller === undefined) throw new NotFoundError('project', project.id);
    setCaller(request, caller);
    return true;
  }
}
