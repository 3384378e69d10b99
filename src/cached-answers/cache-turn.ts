import type { LiveCall } from '../live-calls/live-call.js';
import { atMost } from '../lib/at-most.js';
import type { ByteShare } from '../lib/byte-budget.js';
import type { SealingKeys, SecretBoxKey } from '../lib/secret-box.js';
import { inPieces } from '../lib/steps.js';
import type { CacheWish } from './cache-wish.js';
import { openAnswer, sealAnswer, type AnswerToCache, type CachedAnswer } from './cached-answer.js';
import type { CachedAnswersRepository } from './cached-answers.repository.js';
import type { ProjectRoom } from './project-room.js';
import { digestOf, type DigestedRequest } from './request-digest.js';
import { StreamCollector } from './stream-collector.js';

export type NotCachedReason = 'database' | 'project_full' | 'too_large' | 'too_many' | 'unreadable';

/** Sealed, with its head. A longer one is not kept. */
export const MAX_ANSWER_BYTES = 4 * 1_048_576;
/** A database that takes longer than that makes a miss of a hit. */
const FIND_WITHIN_MS = 1_000;
/** What an answer waits for its being kept; the statement goes on behind it. */
const KEEP_WITHIN_MS = 1_000;

export interface CacheServices {
  readonly repository: CachedAnswersRepository;
  readonly room: ProjectRoom;
  readonly now: () => Date;
  /** Of digests, and of what is kept. */
  readonly digestSecret: Buffer;
  readonly secretsKey: SealingKeys;
  /** Room in memory for an answer of a project. */
  readonly takeRoom: (projectId: string) => ByteShare | undefined;
  readonly found: (outcome: 'hit' | 'miss' | 'failed', bytes: number, error?: unknown) => void;
  readonly kept: (bytes: number) => void;
  readonly notKept: (reason: NotCachedReason, error?: unknown) => void;
}

/** Of an answer, without its body. */
export type CachedHead = Omit<AnswerToCache, 'body' | 'form'>;

export interface CachedRequest extends DigestedRequest {
  readonly projectId: string;
}

/** What one call has to do with the cache: it looks for its answer, and else keeps the one that it gets. */
export class CacheTurn {
  private digest: Buffer | undefined;
  private collector: StreamCollector | undefined;

  constructor(
    private readonly services: CacheServices,
    private readonly wish: CacheWish,
    private readonly request: CachedRequest,
  ) {}

  /**
   * The answer to the same request. Never rejects: what cannot be looked up is asked for.
   * @param mayHave false for an answer that the caller may not have any more
   */
  async find(mayHave: (answer: CachedAnswer) => boolean = () => true): Promise<CachedAnswer | undefined> {
    const { found } = this.services;
    try {
      this.digest = await inPieces(digestOf(this.request, this.services.digestSecret));
      const answer = await this.read(this.digest);
      const isHit = answer !== undefined && mayHave(answer);
      found(isHit ? 'hit' : 'miss', isHit ? answer.body.length : 0);
      return isHit ? answer : undefined;
    } catch (error) {
      found('failed', 0, error);
      return undefined;
    }
  }

  /** The call is answered by a stream: what goes to its client is kept until it ends. */
  collect(call: LiveCall): void {
    const share = this.services.takeRoom(this.request.projectId);
    if (share === undefined) return;
    this.collector = new StreamCollector(share, MAX_ANSWER_BYTES);
    call.watchAnswer(this.collector);
  }

  /** The call is over, whatever came of it. */
  end(): void {
    this.collector?.forget();
  }

  /** A stream that has ended whole. @param rest what its client gets next */
  async keepStream(head: CachedHead, rest: Buffer): Promise<void> {
    const { collector } = this;
    const fault = collector === undefined ? 'too_many' : collector.notKept;
    if (collector === undefined || fault !== undefined) {
      this.services.notKept(fault ?? 'too_many');
      return;
    }
    // Its memory is given back when it is written.
    this.collector = undefined;
    const body = [...collector.collected, rest];
    await this.keepAll({ ...head, form: 'stream', body }, collector.share);
  }

  /** An answer that came in one piece. */
  async keepWhole(head: CachedHead, body: Buffer): Promise<void> {
    if (body.length > MAX_ANSWER_BYTES) this.services.notKept('too_large');
    else await this.keepInRoom({ ...head, form: 'whole', body: [body] }, body.length);
  }

  private async read(digest: Buffer): Promise<CachedAnswer | undefined> {
    const { repository, now } = this.services;
    const at = now();
    const finding = repository.find(
      { keyId: this.request.keyId, digest },
      { now: at, notBefore: new Date(at.getTime() - this.wish.maxAgeMs) },
    );
    const found = await atMost(
      FIND_WITHIN_MS,
      finding.then((sealed) => ({ sealed })),
    );
    if (found === undefined) throw new Error(`the database did not answer within ${FIND_WITHIN_MS} ms`);
    return found.sealed && inPieces(openAnswer(found.sealed, this.boxOf(digest)));
  }

  private async keepInRoom(answer: AnswerToCache, bytes: number): Promise<void> {
    const share = this.services.takeRoom(this.request.projectId);
    if (share?.grow(bytes) !== true) {
      share?.giveBack();
      this.services.notKept('too_many');
      return;
    }
    await this.keepAll(answer, share);
  }

  /** Never rejects: an answer does not fail because it could not be kept. */
  private async keepAll(answer: AnswerToCache, share: ByteShare): Promise<void> {
    const { digest } = this;
    try {
      if (digest === undefined) throw new Error('an answer that was never looked for');
      const sealed = await inPieces(sealAnswer(answer, this.boxOf(digest)));
      await atMost(KEEP_WITHIN_MS, this.write(digest, sealed, share));
    } catch (error) {
      share.giveBack();
      this.services.notKept('unreadable', error);
    }
  }

  /** The answer's bytes are not looked at any more; its memory is given back when the statement has ended. */
  private async write(digest: Buffer, sealed: Buffer, share: ByteShare): Promise<void> {
    const { repository, room, now, kept, notKept } = this.services;
    const { keyId, projectId } = this.request;
    try {
      if (!(await room.take(projectId, sealed.length))) {
        notKept('project_full');
        return;
      }
      const createdAt = now();
      const expiresAt = new Date(createdAt.getTime() + this.wish.maxAgeMs);
      await repository.keep({ keyId, digest, projectId, createdAt, expiresAt, sealed });
      kept(sealed.length);
    } catch (error) {
      notKept('database', error);
    } finally {
      share.giveBack();
    }
  }

  private boxOf(digest: Buffer): SecretBoxKey {
    return {
      key: this.services.secretsKey,
      owner: `${this.request.keyId}:${digest.toString('base64url')}:cached`,
    };
  }
}
