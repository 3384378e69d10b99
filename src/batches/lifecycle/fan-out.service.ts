import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { UpstreamError } from '../../error-answers/upstream-error.js';
import { LOGGER } from '../../http/logger.js';
import { GatewayError } from '../../lib/gateway-error.js';
import { MINUTE_MS } from '../../lib/durations.js';
import { OWN_ACCOUNT } from '../../upstreams/accounts/provider-account.js';
import type { UpstreamFailure } from '../../upstreams/accounts/is-outage.js';
import { refusalOf } from '../../upstreams/accounts/refusal-of.js';
import { UpstreamFailedError } from '../../upstreams/upstream-answer.js';
import { fallsBackToSystem } from '../../upstreams/own-keys/falls-back-to-system.js';
import type { ProviderKey } from '../../projects/provider-keys/provider-key.js';
import { isOnOwnKey } from '../own-key-portions.js';
import { BatchProviders, type BatchUpstream } from '../../upstreams/batches/batch-provider.js';
import { SubmissionUndecidedError } from '../../upstreams/batches/submission-undecided.error.js';
import { BatchBook } from '../batch-book.service.js';
import { BatchLeases } from '../batch-leases.service.js';
import type { BatchPortionEntity } from '../batch-portion.entity.js';
import { StorageUnavailableError } from '../../storage/storage-errors.js';
import { ItemStore } from '../items/item-store.service.js';
import type { ProviderRefusal } from '../submission/submission-error.js';
import { refusalMessage } from './refusal-message.js';

const PORTIONS_AT_ONCE = 2;
const RENEW_EVERY_MS = MINUTE_MS;
const MOVES_ON: ReadonlySet<number> = new Set([429, 503, 529]);

interface Refused {
  readonly takenAt: Date;
  readonly error: UpstreamError | GatewayError;
  readonly provider: BatchUpstream;
  readonly account: string;
}

/** A batch, and whose it is. */
export interface PortionOwner {
  readonly id: string;
  readonly projectId: string;
}

/** Hands the portions of a batch to their providers. What was asked of a provider is on the row before it is asked. */
@Injectable()
export class FanOut {
  constructor(
    private readonly book: BatchBook,
    private readonly leases: BatchLeases,
    private readonly providers: BatchProviders,
    private readonly items: ItemStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns what the providers refused; the other portions run, may run, or were left out because of a cancel */
  async run(
    { id: batchId, projectId }: PortionOwner,
    portions: readonly BatchPortionEntity[],
  ): Promise<readonly ProviderRefusal[]> {
    const renewal = setInterval(() => {
      this.leases.renewSubmission(batchId).catch((error: unknown) => {
        this.logger.warn({ err: error, batch_id: batchId }, 'the lease of a submission was not renewed');
      });
    }, RENEW_EVERY_MS);
    try {
      const refusals: ProviderRefusal[] = [];
      const waiting = [...portions];
      const work = async (): Promise<void> => {
        for (let portion = waiting.shift(); portion !== undefined; portion = waiting.shift()) {
          // What was not handed over yet comes back canceled, and costs neither the caller nor the provider anything.
          if (await this.book.isCancelRequested(batchId)) return;
          const refusal = await this.submit(portion, projectId);
          if (refusal !== undefined) refusals.push(refusal);
        }
      };
      await Promise.all(Array.from({ length: PORTIONS_AT_ONCE }, work));
      return refusals;
    } finally {
      clearInterval(renewal);
    }
  }

  /**
   * Asks a provider to take a portion: the project's own account where it has a key there, else one of ours; an account that cannot
   * at the moment is followed by another one. The last refusal is on the row; without an answer the row stays as it is, and whoever refreshes the batch finds out whether the provider has it.
   */
  async submit(portion: BatchPortionEntity, projectId: string): Promise<ProviderRefusal | undefined> {
    const { provider } = portion;
    if (provider === 'hosted') return undefined;
    const own = await this.providers.ownKeyOf(projectId, provider);
    const isBound = isOnOwnKey(portion);
    const asked: string[] = [];
    let refused: Refused | undefined;
    for (
      let account = isBound || own !== undefined ? OWN_ACCOUNT : this.providers.choose(provider, asked);
      account !== undefined;
      account = movesOn(refused, isBound ? undefined : own)
        ? this.providers.choose(provider, asked)
        : undefined
    ) {
      const takenAt = new Date();
      if (!(await this.book.takePortion(portion, { now: takenAt, account }))) return undefined;
      asked.push(account);
      const error = await this.submitTo(portion, { provider, account, projectId });
      refused = error && { takenAt, error, provider, account };
    }
    return refused && this.noteRefusal(portion, refused);
  }

  /** @returns why the account refused it */
  private async submitTo(
    portion: BatchPortionEntity,
    { provider, account, projectId }: { provider: BatchUpstream; account: string; projectId: string },
  ): Promise<UpstreamError | GatewayError | undefined> {
    try {
      const { externalId } = await this.providers
        .for(provider, account, { projectId })
        .submit(portion.id, this.items.of(portion));
      if (!(await this.book.noteHandOver(portion, externalId)))
        await this.stop(portion, { externalId, projectId });
      return undefined;
    } catch (error) {
      if (error instanceof SubmissionUndecidedError) return undefined;
      if (!(error instanceof UpstreamError) && !(error instanceof GatewayError)) throw error;
      if (error instanceof StorageUnavailableError) {
        // No refusal of the provider's: the next refresh hands it over.
        this.logger.warn({ err: error, portion_id: portion.id }, 'a portion could not be read');
        return undefined;
      }
      this.providers.refused(provider, account, error);
      return error;
    }
  }

  private async noteRefusal(
    portion: BatchPortionEntity,
    { takenAt, error }: Refused,
  ): Promise<ProviderRefusal | undefined> {
    const refusal = { provider: portion.provider, status: error.status, message: refusalMessage(error) };
    const { message, status } = refusal;
    return (await this.book.noteRefusal(portion, { takenAt, error: { message, status } }))
      ? refusal
      : undefined;
  }

  /** While the provider took it, the batch was given up or another process handed it over: nobody would ever read it. */
  private async stop(
    { id, provider, account }: BatchPortionEntity,
    { externalId, projectId }: { externalId: string; projectId: string },
  ): Promise<void> {
    if (provider === 'hosted') return;
    this.logger.warn({ portion_id: id }, 'a portion was handed over too late, and is stopped');
    await this.providers
      .for(provider, account, { projectId })
      .cancel(externalId)
      .catch((error: unknown) => {
        this.logger.warn({ err: error, portion_id: id }, 'a portion that nobody wants was not stopped');
      });
  }
}

function isOfUpstream(error: Error): boolean {
  return error instanceof UpstreamError || error instanceof UpstreamFailedError;
}

function failureOf({ provider, error }: Refused): UpstreamFailure {
  const { status, refusal } = refusalOf(error, Date.now());
  return { provider, status, refusal, error };
}

/** About the account, or the moment: another account may take what this one refused. */
function movesOn(refused: Refused | undefined, own: ProviderKey | undefined): boolean {
  if (refused === undefined) return false;
  const { error, account } = refused;
  // What a provider says to the project's own key lets ours take the portion only where the project wants that.
  if (account === OWN_ACCOUNT)
    return own?.fallBackToSystem === true && isOfUpstream(error) && fallsBackToSystem(failureOf(refused));
  return (
    MOVES_ON.has(error.status) || (error instanceof GatewayError && error.code === 'upstream_account_error')
  );
}
