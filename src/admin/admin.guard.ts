import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { InvalidAdminTokenError } from '../auth/admin-tokens/admin-token-error.js';
import { AdminTokensService } from '../auth/admin-tokens/admin-tokens.service.js';
import { readCredential } from '../auth/read-credential.js';
import { ConsoleAccess } from './console/console-access.service.js';
import { setScope, type AdminScope } from './admin-scope.js';

/** Knows by the token, or the session of the console, what a management request may see. */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(
    private readonly tokens: AdminTokensService,
    private readonly access: ConsoleAccess,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    // Some answers hold a secret, and none is worth keeping on the way.
    void http.getResponse<FastifyReply>().header('cache-control', 'no-store');
    const token = readCredential(request.headers, (found) => this.tokens.isTokenShaped(found));
    // A token that is sent goes before the cookie, which browsers send by themselves.
    const scope = token === undefined ? await this.access.scopeOf(request) : await this.scopeOf(token);
    if (scope === undefined) throw new InvalidAdminTokenError();
    setScope(request, scope);
    return true;
  }

  private async scopeOf(token: string): Promise<AdminScope | undefined> {
    if (this.tokens.isOperator(token)) return { kind: 'operator' };
    const found = await this.tokens.findByToken(token);
    if (found === undefined) return undefined;
    const { id, name, organizationId } = found;
    return { kind: 'organization', organizationId, token: { id, name } };
  }
}
