import { GatewayError } from '../../lib/gateway-error.js';
import type { ApiKeyEntity } from '../api-key.entity.js';

/** The key that calls from a project's playground are made under. Nobody holds it. */
export const CONSOLE_KEY_NAME = 'Console';

const MARK = 'console:';

/** In the place of a digest: one a project, and no credential has it. */
export function consoleKeyDigest(projectId: string): string {
  return `${MARK}${projectId}`;
}

export class ConsoleKeyError extends GatewayError {
  constructor() {
    super({
      status: 409,
      code: 'console_key',
      message:
        'This is the key that the playground calls under. Nobody holds it, so there is nothing to revoke; the playground opens with an admin token.',
    });
  }
}

/** @throws ConsoleKeyError (409) */
export function refuseConsoleKey({ hash }: Pick<ApiKeyEntity, 'hash'>): void {
  if (hash.startsWith(MARK)) throw new ConsoleKeyError();
}
