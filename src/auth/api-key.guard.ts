import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Clock } from '../lib/clock.js';
import { GatewayError } from '../lib/gateway-error.js';
import { CallerDirectory } from './caller-directory.service.js';
import { setCaller } from './caller-of.js';
import type { Caller } from './caller.js';
import { readCredential } from './read-credential.js';
import { noteRefusedCredential, noteRefusedOwner } from './refused-request.js';

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

/** Whoever sent it has the key, and may know what became of it. */
export class KeyDisabledError extends GatewayError {
  constructor() {
    super({
      status: 401,
      code: 'key_disabled',
      message: 'This API key is disabled. Use another one, or have it enabled again.',
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
}

export class KeyExpiredError extends GatewayError {
  constructor() {
    super({
      status: 401,
      code: 'key_expired',
      message: 'This API key has expired. Use another one, or have its `expires_at` changed.',
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
}

/** Knows the caller by the headers alone, before any byte of the body is read. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  private readonly canBeKey: (credential: string) => boolean;

  constructor(
    private readonly callers: CallerDirectory,
    private readonly clock: Clock,
  ) {
    this.canBeKey = (credential) => callers.isKeyShaped(credential);
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const credential = readCredential(request.headers, this.canBeKey);
    if (credential === undefined) throw new InvalidApiKeyError();
    const known = this.callers.peek(credential);
    if (known === undefined) return this.lookUp(request, credential);
    this.accept(request, known);
    return true;
  }

  private async lookUp(request: FastifyRequest, credential: string): Promise<boolean> {
    const caller = await this.callers.find(credential);
    if (caller === undefined) {
      if (this.canBeKey(credential)) noteRefusedCredential(request, credential);
      throw new InvalidApiKeyError();
    }
    this.accept(request, caller);
    return true;
  }

  private accept(request: FastifyRequest, caller: Caller): void {
    const refusal = this.refusalOf(caller);
    if (refusal !== undefined) {
      noteRefusedOwner(request, caller);
      throw refusal;
    }
    setCaller(request, caller);
  }

  private refusalOf({ isDisabled, expiresAtMs }: Caller): GatewayError | undefined {
    if (isDisabled) return new KeyDisabledError();
    const isOver = expiresAtMs !== undefined && this.clock.monotonicMs() >= expiresAtMs;
    return isOver ? new KeyExpiredError() : undefined;
  }
}
