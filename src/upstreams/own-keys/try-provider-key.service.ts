import { Injectable } from '@nestjs/common';
import { GatewayError, InvalidRequestError } from '../../lib/gateway-error.js';
import type { OwnKeyProvider } from '../../projects/provider-keys/provider-key.js';
import { ProviderAccounts } from '../accounts/provider-accounts.service.js';
import { BatchHttp, type BatchRequest } from '../batches/http/batch-http.js';
import { CallFailure } from '../batches/http/call-failure.js';

/** What is free at each provider and asks who calls; after the base path of its address. */
export const FREE_PATHS: Readonly<Record<OwnKeyProvider, string>> = {
  provider_a: '/v1/models',
  provider_b: '/models',
  // Its list of models is open to all.
  marketplace: '/key',
};
const ANSWER_WITHIN_MS = 10_000;

/** Tries a project's own key once, with a call that costs nothing. */
@Injectable()
export class TryProviderKey {
  constructor(
    private readonly accounts: ProviderAccounts,
    private readonly http: BatchHttp,
  ) {}

  /**
   * @throws InvalidRequestError (400) naming `api_key` when the provider refuses it; GatewayError (502) when the provider cannot be
   * asked
   */
  async run(provider: OwnKeyProvider, apiKey: string): Promise<void> {
    const { origin, basePath, wholeHeaders: headers } = this.accounts.ownDoor(provider, apiKey);
    const path = basePath + FREE_PATHS[provider];
    const status = await this.statusOf({
      method: 'GET',
      origin,
      path,
      headers,
      answerWithinMs: ANSWER_WITHIN_MS,
    });
    if (status === 401 || status === 403) throw refused(provider, status);
    if (status === 0 || status >= 500) throw untried(provider);
  }

  /** 0: no answer. What broke may quote what was sent, so nothing else of it goes on. */
  private async statusOf(request: BatchRequest): Promise<number> {
    try {
      return (await this.http.whole(request)).status;
    } catch (error) {
      return error instanceof CallFailure && error.kind === 'refused' ? error.status : 0;
    }
  }
}

function refused(provider: string, status: number): InvalidRequestError {
  return new InvalidRequestError({
    code: 'provider_key_refused',
    param: 'api_key',
    message: `${provider} refused this \`api_key\` (${status}), so it was not kept. Send one that it takes.`,
  });
}

function untried(provider: string): GatewayError {
  return new GatewayError({
    status: 502,
    code: 'provider_key_untried',
    message: `${provider} could not be asked about this \`api_key\`, so it was not kept. Try again.`,
  });
}
