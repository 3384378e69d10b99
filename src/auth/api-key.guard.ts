import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { GatewayError } from '../lib/gateway-error.js';
import { CallerDirectory } from './caller-directory.service.js';
import { setCaller } from './caller-of.js';
import { readCredential } from './read-credential.js';

/** One message for every reason, so that nothing can be learnt by trying. */
export class InvalidApiKeyError extends GatewayError {
  constructor() {
    super({
      status: 401,
      code: 'invalid_api_key',
      message:
        'The API key is missing or not valid. Send it as `Authorization: Bearer <key>` or as `x-api-key: <key>`.',
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
}

/** Knows the caller by the headers alone, before any byte of the body is read. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  private readonly canBeKey: (credential: string) => boolean;

  constructor(@Inject(CallerDirectory) private readonly callers: CallerDirectory) {
    this.canBeKey = (credential) => callers.isKeyShaped(credential);
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const credential = readCredential(request.headers, this.canBeKey);
    if (credential === undefined) throw new InvalidApiKeyError();
    const known = this.callers.peek(credential);
    if (known === undefined) return this.lookUp(request, credential);
    setCaller(request, known);
    return true;
  }

  private async lookUp(request: FastifyRequest, credential: string): Promise<boolean> {
    const caller = await this.callers.find(credential);
    if (caller === undefined) throw new InvalidApiKeyError();
    setCaller(request, caller);
    return true;
  }
}
