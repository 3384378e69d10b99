import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor } from '../audit/actor.js';
import { recordChange } from '../audit/record-change.js';
import type { Caller } from '../auth/caller.js';
import { SECRETS } from '../config/config.module.js';
import type { Secrets } from '../config/generated-secrets.js';
import type { LiveCall } from '../live-calls/live-call.js';
import { atMost } from '../lib/at-most.js';
import { ByteBudget, type ByteShare } from '../lib/byte-budget.js';
import { Clock } from '../lib/clock.js';
import { inPieces } from '../lib/steps.js';
import { ContentCapture } from './content-capture.js';
import { contentRowInSteps, openPart, type CallOfContent, type ContentRow } from './content-row.js';
import { ContentWriter } from './content-writer.service.js';
import { ContentsRepository } from './contents.repository.js';

/** Of all calls of one process, those under way and those that wait to be written; a project may have half of it. */
const MAX_BYTES = 64 * 1_048_576;
/** What a reader waits for contents that are being written. */
const PATIENCE_MS = 1_000;

/** What is kept of one call while it runs. */
export interface KeptCall {
  /** The call is over; what was asked is still in memory. */
  end(body: Buffer): void;
}

/** Contents of a call as they are read. */
export interface ReadContent {
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly request: string;
  readonly response: string;
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly requestCut: boolean;
  readonly responseCut: boolean;
}

/** What calls were asked and answered, for projects that want it kept. Nothing of it is on the way of an answer. */
@Injectable()
export class CallContents {
  private readonly budget = new ByteBudget({ maxBytes: MAX_BYTES, maxBytesEach: MAX_BYTES / 2 });
  /** One after the other: what is read and sealed must not take turns from calls. */
  private keeping: Promise<void> = Promise.resolve();

  constructor(
    private readonly writer: ContentWriter,
    private readonly repository: ContentsRepository,
    private readonly dataSource: DataSource,
    @Inject(SECRETS) private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /** For a call that was admitted and will have a row. `undefined`: nothing of it is kept. */
  begin({ contentPolicy, projectId }: Caller, call: LiveCall): KeptCall | undefined {
    if (contentPolicy === undefined) return undefined;
    const share = this.budget.take(1, projectId);
    if (share === undefined) {
      this.writer.notKept(call.id, 'too_many');
      return undefined;
    }
    const capture = new ContentCapture(contentPolicy.maxBytes, share);
    call.watchAnswer(capture);
    return {
      end: (body) => {
        capture.asked(body);
        const createdAt = this.clock.now();
        const expiresAt = new Date(createdAt.getTime() + contentPolicy.retentionMs);
        const about = { projectId, callId: call.id, createdAt, expiresAt, maxBytes: contentPolicy.maxBytes };
        // An error is written behind the call.
        this.keepLater(capture, about, share);
      },
    };
  }

  /**
   * What is kept of a call; who read it is in the audit log before it is answered.
   * `undefined`: nothing was kept, it has expired, or zero retention forbids it.
   */
  async read(
    { organizationId, projectId, id }: { organizationId: string; projectId: string; id: string },
    by: Actor,
  ): Promise<ReadContent | undefined> {
    const row = await this.find(projectId, id);
    if (row === undefined) return undefined;
    const key = this.secrets.secretsKey;
    const [request, response] = [
      await inPieces(openPart(row, 'request', key)),
      await inPieces(openPart(row, 'response', key)),
    ];
    await recordChange(this.dataSource.manager, {
      organizationId,
      projectId,
      action: 'call_content.read',
      targetId: id,
      before: null,
      after: { call_id: id },
      by,
    });
    return { ...row, request, response };
  }

  /** Of a call that ended a moment ago it may still be on its way. */
  private async find(projectId: string, id: string): Promise<ContentRow | undefined> {
    const row = await this.repository.find(projectId, id, this.clock.now());
    if (row !== undefined) return row;
    await atMost(PATIENCE_MS, this.drain());
    return this.repository.find(projectId, id, this.clock.now());
  }

  /** For a graceful stop: what calls left behind is written. */
  async drain(): Promise<void> {
    // What ends in this turn is announced in the next one.
    await new Promise((resolve) => setImmediate(resolve));
    await this.keeping;
    await this.writer.drain();
  }

  private keepLater(capture: ContentCapture, about: CallOfContent, share: ByteShare): void {
    setImmediate(() => {
      this.keeping = this.keeping.then(() => this.keep(capture, about, share));
    });
  }

  private async keep(capture: ContentCapture, about: CallOfContent, share: ByteShare): Promise<void> {
    try {
      const captured = capture.take();
      if (capture.givenUp) {
        this.writer.notKept(about.callId, 'too_many');
        share.giveBack();
        return;
      }
      const row = await inPieces(contentRowInSteps(captured, about, this.secrets.secretsKey));
      this.writer.write(row, () => share.giveBack());
    } catch (error) {
      this.writer.notKept(about.callId, 'unreadable', error);
      share.giveBack();
    }
  }
}
