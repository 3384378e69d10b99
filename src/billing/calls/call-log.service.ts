import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { readProgress } from '../usage/folding/usage-progress.js';
import { SlowQueries } from '../../database/slow-queries.service.js';
import { atMost } from '../../lib/at-most.js';
import { inPieces } from '../../lib/steps.js';
import { Metering } from '../metering/metering.service.js';
import { CallQuery } from './call-query.js';
import type { CallFilters } from './call-filters.js';
import { readPageTexts, type CallPage, type CallTexts } from './read-call-page.js';
import { orderCalls } from './order-calls.js';
import { parseCalls, splitTexts, type CallExtras, type CallRow } from './parse-calls.js';
import { readCalls } from './read-calls.js';

/** What a reader waits for a call that is being recorded. */
const PATIENCE_MS = 1_000;

export interface FoundPage {
  readonly rows: CallRow[];
  /** The last call that was looked at for a page that is not full, where the search goes on behind it. */
  readonly searchedTo: string | undefined;
}

/** Reading the call log. Pages go by the id, which sorts by time, and never count what they leave out. */
@Injectable()
export class CallLog {
  constructor(
    private readonly dataSource: DataSource,
    private readonly slowQueries: SlowQueries,
    private readonly metering: Metering,
  ) {}

  /** A call that ended a moment ago at this process is waited for. */
  async find<Extras extends CallExtras>(id: string, extras?: Extras): Promise<CallRow<Extras> | null> {
    await atMost(PATIENCE_MS, this.metering.settled(id));
    const query = new CallQuery();
    query.where(`call.id = ${query.bind(id)}`);
    const [row] = await readCalls(this.dataSource, query, { extras });
    return row ?? null;
  }

  /** Since when calls are kept, where that is not for ever. */
  async keptSince(): Promise<number | undefined> {
    return (await readProgress(this.dataSource.manager)).goneBefore;
  }

  /** Newest first: those nearest to where the page begins. */
  async page(projectId: string, filters: CallFilters, page: CallPage): Promise<FoundPage> {
    const { texts, searchedTo } = await this.pageTexts(projectId, filters, page);
    const rows = await inPieces(parseCalls(splitTexts(texts)));
    const isBackwards = page.before !== undefined;
    return { rows: orderCalls(rows, { limit: page.limit, isBackwards }), searchedTo };
  }

  /** A page for `parseCalls`. */
  pageTexts(
    projectId: string,
    filters: CallFilters,
    page: CallPage,
    extras?: CallExtras,
  ): Promise<CallTexts> {
    return readPageTexts(this.slowQueries, { projectId, filters, page, extras });
  }
}
