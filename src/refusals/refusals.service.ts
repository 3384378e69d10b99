import { Injectable } from '@nestjs/common';
import { Clock } from '../lib/clock.js';
import { DAY_MS } from '../lib/durations.js';
import type { ListedRefusal } from './refusal.js';
import { REFUSALS_KEPT_MS } from './refusal-retention.service.js';
import { RefusalsRepository } from './refusals.repository.js';
import { RefusalWriter } from './refusal-writer.service.js';

/** Counts in one answer; what is older is asked for with `to`. */
const MAX_COUNTS = 10_000;
const COUNTED_MS = DAY_MS;

export interface RefusalsAsked {
  readonly key: string | undefined;
  readonly code: string | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly limit: number;
  readonly after: string | undefined;
}

export interface RefusalsFound {
  readonly rows: readonly ListedRefusal[];
  readonly counts: readonly { keyId: string; code: string; minute: Date; count: number }[];
  /** There are more counts in the period, older ones. */
  readonly countsCut: boolean;
}

/** Refused calls of a project: the last of them, and how many there were. */
@Injectable()
export class Refusals {
  constructor(
    private readonly repository: RefusalsRepository,
    private readonly writer: RefusalWriter,
    private readonly clock: Clock,
  ) {}

  /** Without `from`: all rows that are kept, and the counts of the last day before `to`. What this process refused is in it. */
  async find(
    projectId: string,
    { from, to, limit, after, ...filters }: RefusalsAsked,
  ): Promise<RefusalsFound> {
    await this.writer.flush();
    const now = this.clock.now().getTime();
    const oldest = new Date(now - REFUSALS_KEPT_MS);
    // What was refused just now by another process, whose clock is ahead.
    const end = to ?? new Date(now + DAY_MS);
    const rows = await this.repository.list(
      projectId,
      { ...filters, from: later(from ?? oldest, oldest), to: end },
      { limit, after },
    );
    const counted = from ?? new Date((to?.getTime() ?? now) - COUNTED_MS);
    const counts = await this.repository.counts(
      projectId,
      { ...filters, from: later(counted, oldest), to: end },
      MAX_COUNTS + 1,
    );
    return { rows, counts: counts.slice(0, MAX_COUNTS), countsCut: counts.length > MAX_COUNTS };
  }
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}
