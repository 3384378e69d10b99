import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { InvalidAdminTokenError } from '../auth/admin-tokens/admin-token-error.js';
import { AdminTokensService } from '../auth/admin-tokens/admin-tokens.service.js';
import { readCredential } from '../auth/read-credential.js';

/** What concerns the whole process is the operator's alone; an organization's token is no token here. */
@Injectable()
export class OperatorGuard implements CanActivate {
  constructor(private readonly tokens: AdminTokensService) {}

  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const token = readCredential(headers, (found) => this.tokens.isTokenShaped(found));
    if (token === undefined || !this.tokens.isOperator(token)) throw new InvalidAdminTokenError();
    return true;
  }
}
