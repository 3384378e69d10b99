import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { Caller } from '../../auth/caller.js';
import { attributionOf, type Attribution } from '../../billing/calls/attribution.js';
import { Reloads } from '../../billing/payments/reloads.service.js';
import { Catalog } from '../../catalog/catalog.js';
import { ModelIds } from '../../catalog/ids/model-ids.service.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { EndpointAgents } from '../../endpoints/endpoint-agents.service.js';
import { LOGGER } from '../../http/logger.js';
import { Clock } from '../../lib/clock.js';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import { atMost } from '../../lib/at-most.js';
import { newId } from '../../lib/ids.js';
import { SECOND_MS } from '../../lib/durations.js';
import { joinTags } from '../../surface/attribution/read-tags.js';
import { ConfiguredUpstreams } from '../../projects/configured-upstreams.js';
import { ObjectStore } from '../../storage/object-store.js';
import { BatchBook, type BatchView } from '../batch-book.service.js';
import { BatchFunding } from '../batch-funding.service.js';
import { BatchLeases } from '../batch-leases.service.js';
import type { BatchEntity } from '../batch.entity.js';
import { billableShares, estimateOf, refuseUnconfigured } from '../own-key-portions.js';
import { BatchRefresh } from '../lifecycle/batch-refresh.service.js';
import { FanOut } from '../lifecycle/fan-out.service.js';
import { UploadsService } from '../uploads/uploads.service.js';
import { PortionSpool, type MessageHeaders } from './portion-spool.js';
import type { CheckedItem } from './read-item.js';
import { readSubmission, type ReadSubmission } from './read-submission.js';
import { BatchRefusedError, TwinRefusedError } from './submission-error.js';
import { readMembers, readUsableKey, type SubmissionMembers } from './submission-members.js';

/** What a caller sent. */
export interface SubmittedDocument {
  readonly body: AsyncIterable<Buffer>;
  /** The key of the facade's header, which wins over the body's. */
  readonly idempotencyKey?: string;
  /** Version and betas of the Messages API for its `params`. */
  readonly messageHeaders?: MessageHeaders;
  /** What its head says of all its requests. */
  readonly attribution: Attribution | undefined;
  /** Where the caller found this service. */
  readonly baseUrl: string;
}

const MAX_ITEM_BYTES = 32 * 1_048_576;
const TWIN_WAIT_MS = 60 * SECOND_MS;
const TWIN_POLL_MS = 100;
/** How long an answer waits until a cancel that came during the submission is forwarded. */
const CANCEL_WAIT_MS = 10 * SECOND_MS;

interface CheckedSubmission {
  readonly read: ReadSubmission;
  readonly members: SubmissionMembers;
  readonly attribution: Attribution | undefined;
}

interface CreateInputs {
  readonly id: string;
  readonly spool: PortionSpool;
  readonly checked: CheckedSubmission;
  readonly baseUrl: string;
}

/** Submissions: checked whole before anything is created, created once for each idempotency key, then handed to the providers. */
@Injectable()
export class BatchSubmissions {
  constructor(
    private readonly book: BatchBook,
    private readonly funding: BatchFunding,
    private readonly leases: BatchLeases,
    private readonly store: ObjectStore,
    private readonly uploads: UploadsService,
    private readonly fanOut: FanOut,
    private readonly refreshes: BatchRefresh,
    private readonly catalog: Catalog,
    private readonly modelIds: ModelIds,
    private readonly upstreams: ConfiguredUpstreams,
    private readonly endpoints: EndpointAgents,
    private readonly reloads: Reloads,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Creates a batch and hands it over, or answers the one that the project's idempotency key stands for.
   * @throws InvalidItemsError (400, 403), BatchTooLargeError (400), UnknownUploadError (404), EstimateNotCoveredError (402),
   * BatchRefusedError (502, 503), BatchCapacityError, ProviderNotConfiguredError (503): then nothing was created
   */
  async submit(caller: Caller, document: SubmittedDocument): Promise<BatchView> {
    const id = newId('batch');
    const spool = new PortionSpool(this.store, id, this.catalog.webSearchFeePicoUsd, document.messageHeaders);
    const members = new Map<string, unknown>();
    try {
      const checked = await this.check(caller, document, { members, keep: (item) => spool.add(item) });
      if (!('read' in checked)) return await this.settledTwin(checked.twin);
      return await this.create(caller, { id, spool, checked, baseUrl: document.baseUrl });
    } catch (error) {
      await this.discard(spool);
      // A key that is used already answers its batch, whatever came with it this time.
      const key = document.idempotencyKey ?? readUsableKey(members);
      const twin = key === undefined ? null : await this.book.findByKey(caller.projectId, key);
      if (twin !== null && twin.id !== id && !(error instanceof BatchRefusedError))
        return this.settledTwin(twin);
      throw error;
    }
  }

  /** The same checks and the price, and nothing is created. @throws as `submit`, without 402, 502 and 503 */
  async quote(caller: Caller, document: Omit<SubmittedDocument, 'baseUrl'>): Promise<ReadSubmission> {
    const checked = await this.check(caller, document, {
      members: new Map(),
      keep: () => Promise.resolve(),
      ignoreKeys: true,
    });
    if (!('read' in checked)) throw new Error('a quote has no twin');
    return checked.read;
  }

  private async create(caller: Caller, { id, spool, checked, baseUrl }: CreateInputs): Promise<BatchView> {
    const { read, members, attribution } = checked;
    const portions = await spool.finish();
    // Found here, it makes nobody wait for money that it does not need.
    if (await this.isTaken(caller, members.idempotencyKey)) throw new TwinRefusedError();
    const isNew = await this.funding.create({
      id,
      caller,
      idempotencyKey: members.idempotencyKey,
      shape: read.shape,
      requestCount: read.requestCount,
      estimate: read.estimate,
      portions,
      callbackUrl: members.callbackUrl,
      baseUrl,
      attribution,
    });
    // The catch of `submit` discards what was written and answers the winner, unless that was refused and is gone by then.
    if (!isNew) throw new TwinRefusedError();
    // From here on the requests belong to the batch, whatever becomes of this call.
    spool.handOver();
    return this.handOver(id, spool);
  }

  private async isTaken({ projectId }: Caller, key: string | undefined): Promise<boolean> {
    return key !== undefined && (await this.book.findByKey(projectId, key)) !== null;
  }

  private async handOver(id: string, spool: PortionSpool): Promise<BatchView> {
    const { batch, portions } = await this.book.view(id);
    const refusals = await this.fanOut.run(batch, portions);
    if (refusals.length === portions.length && (await this.funding.refuse(batch))) {
      spool.takeBack();
      throw new BatchRefusedError(refusals);
    }
    this.topUpBeside(batch.organizationId);
    if (await this.leases.endSubmission(id)) await atMost(CANCEL_WAIT_MS, this.refreshes.refreshAnew(id));
    return this.book.view(id);
  }

  /** What was reserved may have brought the balance under the threshold; who sends batches alone passes no other gate. */
  private topUpBeside(organizationId: string): void {
    this.reloads.topUp(organizationId).catch((error: unknown) => {
      this.logger.warn({ err: error, organization_id: organizationId }, 'no reload after a submission');
    });
  }

  /** Reads the document, or the upload that it names. @returns the twin's key when an upload does not have to be read at all */
  private async check(
    caller: Caller,
    document: Omit<SubmittedDocument, 'baseUrl'>,
    options: CheckOptions,
  ): Promise<CheckedSubmission | { twin: BatchEntity }> {
    const outer = await this.read(caller, document.body, options);
    const named = readMembers(outer.members);
    const key = document.idempotencyKey ?? named.idempotencyKey;
    const { attribution } = document;
    if (named.inputObject === undefined)
      return this.finishCheck(caller, outer, { ...named, idempotencyKey: key, said: attribution });
    if (outer.requestCount > 0)
      throw new InvalidRequestError({
        param: 'input_object',
        message: 'Send `requests` or `input_object`, not both.',
      });
    if (key !== undefined && options.ignoreKeys !== true) {
      const twin = await this.book.findByKey(caller.projectId, key);
      if (twin !== null) return { twin };
    }
    const upload = await this.uploads.openUpload(caller.projectId, named.inputObject);
    const members = new Map<string, unknown>();
    const inner = await this.read(caller, await upload.read(), { ...options, members }).finally(() => {
      const innerKey = members.get('idempotency_key');
      if (key === undefined && innerKey !== undefined) options.members.set('idempotency_key', innerKey);
    });
    const inside = readMembers(inner.members);
    if (inside.inputObject !== undefined)
      throw new InvalidRequestError({
        param: 'input_object',
        message: 'The uploaded submission names an `input_object` itself. Upload one with `requests`.',
      });
    const all: SubmissionMembers = {
      ...inside,
      idempotencyKey: key ?? inside.idempotencyKey,
      callbackUrl: named.callbackUrl ?? inside.callbackUrl,
      tags: joinTags(named.tags, inside.tags, 'tags'),
    };
    return this.finishCheck(caller, inner, { ...all, said: attribution });
  }

  private async finishCheck(
    caller: Caller,
    read: ReadSubmission,
    { said, ...members }: SubmissionMembers & { readonly said: Attribution | undefined },
  ): Promise<CheckedSubmission> {
    if (read.requestCount === 0)
      throw new InvalidRequestError({
        param: 'requests',
        message: '`requests` must hold at least one request item.',
      });
    refuseUnconfigured(read.shares, caller, this.upstreams.list());
    if (members.callbackUrl !== undefined) await this.endpoints.refuseUnsafeCallback(members.callbackUrl);
    const shares = billableShares(read.shares, caller);
    const priced = { ...read, shares, estimate: estimateOf(shares) };
    return { read: priced, members, attribution: attributionOfAll(said, members, read) };
  }

  private read(
    { permissions, models, zeroRetention, aliases }: Caller,
    source: AsyncIterable<Buffer>,
    { members, keep }: CheckOptions,
  ): Promise<ReadSubmission> {
    return readSubmission({
      source,
      rules: {
        parse: (model) => this.modelIds.parseNamed(model, aliases),
        aliases,
        chineseModels: permissions.chineseModels,
        models,
        retention: { zeroRetention, agreed: this.settings.zeroRetentionProviders },
      },
      keep,
      members,
      maxItemBytes: MAX_ITEM_BYTES,
    });
  }

  /** The winner's batch once it is handed over: until then it may still be refused, and then its key stands for nothing. */
  private async settledTwin({ id }: BatchEntity): Promise<BatchView> {
    const until = this.clock.monotonicMs() + TWIN_WAIT_MS;
    for (;;) {
      const batch = await this.book.get(id);
      if (batch === null) throw new TwinRefusedError();
      // A submission whose lease is over has crashed: nobody hands it over any more.
      const leaseEndsMs = batch.submitLeaseUntil?.getTime() ?? 0;
      if (leaseEndsMs <= this.clock.now().getTime() || this.clock.monotonicMs() > until)
        return { batch, portions: await this.book.portionsOf(id) };
      await sleep(TWIN_POLL_MS);
    }
  }

  private async discard(spool: PortionSpool): Promise<void> {
    await spool.discard().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the requests of a refused submission were not deleted');
    });
  }
}

/** What counts for every request of a batch. @throws InvalidRequestError (400) when one has more tags by it than a call takes */
function attributionOfAll(
  said: Attribution | undefined,
  members: SubmissionMembers,
  read: ReadSubmission,
): Attribution | undefined {
  const tags = joinTags(said?.tags ?? [], members.tags, 'tags');
  for (const { index, tags: own } of read.tags) joinTags(tags, own, `requests[${index}].tags`);
  return attributionOf({ tags, endUser: said?.endUser, sessionId: said?.sessionId, metadata: undefined });
}

interface CheckOptions {
  /** Filled with what stands beside the requests, as far as it was read. */
  readonly members: Map<string, unknown>;
  readonly keep: (item: CheckedItem) => Promise<void>;
  readonly ignoreKeys?: boolean;
}
