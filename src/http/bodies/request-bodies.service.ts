import { Inject, Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { ByteBudget } from '../../lib/byte-budget.js';
import { bodyTimeLimitMs } from './body-time-limit.js';
import { BodyMemoryFullError } from '../http-errors.js';
import { onceOver } from '../once-over.js';
import { readBody } from './read-body.js';
import { streamBody } from './stream-body.js';

export interface WantedBody {
  readonly capBytes: number;
  /** Whose part of the memory it takes: an organization, or a surface without callers. */
  readonly holder: string;
}

/** Of the memory for bodies, as a fraction: one holder must leave room for others. */
const PART_OF_ONE = { of: 4, is: 3 };

/**
 * Reads the bodies of all surfaces under one budget of memory for the process, which a body keeps until its request is answered.
 * Bodies that came with their head are small and not counted.
 */
@Injectable()
export class RequestBodies {
  private readonly budget: ByteBudget;
  private readonly timeoutMs: number;

  constructor(@Inject(SETTINGS) { bodyMemoryBytes, bodyTimeoutMs }: Settings) {
    this.budget = new ByteBudget({
      maxBytes: bodyMemoryBytes,
      maxBytesEach: (bodyMemoryBytes * PART_OF_ONE.is) / PART_OF_ONE.of,
    });
    this.timeoutMs = bodyTimeoutMs;
  }

  /** Bytes that bodies have of the memory. */
  get usedBytes(): number {
    return this.budget.usedBytes;
  }

  /**
   * The whole body; at once when it is there.
   * @throws BodyMemoryFullError (503), BodyTooSlowError (408), and what `readBody` throws
   */
  read(
    request: IncomingMessage,
    response: ServerResponse,
    { capBytes, holder }: WantedBody,
  ): Buffer | Promise<Buffer> {
    return readBody(request, capBytes, {
      timeoutMs: this.timeLimit(request, capBytes),
      takeRoom: (bytes) => {
        const share = this.budget.take(bytes, holder);
        if (share === undefined) throw new BodyMemoryFullError();
        onceOver({ request, response }, () => share.giveBack());
        return share;
      },
    });
  }

  /** The body as it comes, which takes no memory to speak of. @throws BodyTooSlowError (408), and what `streamBody` throws */
  stream(request: IncomingMessage, capBytes: number): AsyncIterable<Buffer> {
    return streamBody(request, { capBytes, timeoutMs: this.timeLimit(request, capBytes) });
  }

  private timeLimit(request: IncomingMessage, capBytes: number): number {
    return bodyTimeLimitMs(this.timeoutMs, request.headers, capBytes);
  }
}
