import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminTokensService } from '../auth/admin-tokens.service.js';
import { digestCredential } from '../auth/credential-digest.js';
import { readCredential } from '../auth/read-credential.js';
import { SECRETS } from '../config/config.module.js';
import type { Secrets } from '../config/generated-secrets.js';
import { GatewayError } from '../lib/gateway-error.js';
import { setScope, type AdminScope } from './admin-scope.js';

class InvalidAdminTokenError extends GatewayError {
  constructor() {
    super({
      status: 401,
      code: 'invalid_admin_token',
      message:
        "The management API takes the operator's token or an organization's admin token as `Authorization: Bearer <token>`. API keys do not open it.",
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
}

/** Knows by the token what a management request may see. */
@Injectable()
export class AdminGuard implements CanActivate {
  private readonly operatorDigest: Buffer;

  constructor(
    @Inject(AdminTokensService) private readonly tokens: AdminTokensService,
    @Inject(SECRETS) { adminToken }: Secrets,
  ) {
    this.operatorDigest = Buffer.from(digestCredential(adminToken));
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    // Some answers hold a secret, and none is worth keeping on the way.
    void http.getResponse<FastifyReply>().header('cache-control', 'no-store');
    const token = readCredential(request.headers);
    const scope = token === undefined ? undefined : await this.scopeOf(token);
    if (scope === undefined) throw new InvalidAdminTokenError();
    setScope(request, scope);
    return true;
  }

  private async scopeOf(token: string): Promise<AdminScope | undefined> {
    if (timingSafeEqual(Buffer.from(digestCredential(token)), this.operatorDigest))
      return { kind: 'operator' };
    const organizationId = await this.tokens.organizationOf(token);
    return organizationId === undefined ? undefined : { kind: 'organization', organizationId };
  }
}
