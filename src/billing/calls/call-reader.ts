import type { EntityManager } from 'typeorm';
import { MINUTE_MS } from '../../lib/durations.js';
import { idFloor } from '../../lib/ids.js';
import { addFilters, conditionOfFew, OF_BATCHES, type CallFilters } from './call-filters.js';
import { CallQuery } from './call-query.js';
import { termsOf } from './call-terms.js';
import {
  findCalls,
  hasFewer,
  openTerm,
  ownInOrder,
  searchCalls,
  type CallSearch,
  type DrivingTerm,
  type FoundCalls,
  type IdRange,
} from './found-calls.js';

/** A call's id and its time are taken one after the other. */
const ID_SLACK_MS = MINUTE_MS;

/** Questions to the call log of one project that keep to its indexes, in the transaction of one moment. */
export class CallReader {
  private constructor(
    private readonly projectId: string,
    private readonly filters: CallFilters,
    private readonly term?: DrivingTerm,
  ) {}

  static async open(manager: EntityManager, projectId: string, filters: CallFilters): Promise<CallReader> {
    const term = await openTerm(manager, projectId, drivingTerms(filters));
    const few = conditionOfFew(filters);
    const isOfFew = term !== undefined && few !== undefined && (await hasFewer(manager, few, term));
    return new CallReader(projectId, filters, isOfFew ? undefined : term);
  }

  /** Where nothing has to be known first; undefined where something has. */
  static openAtOnce(projectId: string, filters: CallFilters): CallReader | undefined {
    return drivingTerms(filters).length > 0 ? undefined : new CallReader(projectId, filters);
  }

  /** Whether calls are found by what was said of them, and not by what fewer of them are. */
  get isOfTerm(): boolean {
    return this.term !== undefined;
  }

  /** Queries that, with what `found` finds, together have every call that passes the filters, each once. */
  parts(values?: unknown[]): CallQuery[] {
    const { from, to, batch } = this.filters;
    if (this.term !== undefined) return [this.fresh(this.term, values)];
    if (batch !== undefined || (from === undefined && to === undefined)) return [this.query(values)];
    return [this.live(values), this.batches(values)];
  }

  /** As `parts`, for a page of a range of ids: an index has the calls of a project in their order, and is read from one end of it. */
  partsOfPage(range: IdRange, values: unknown[]): CallQuery[] {
    const { from, to, batch } = this.filters;
    if (this.term !== undefined || batch !== undefined || conditionOfFew(this.filters) === OF_BATCHES)
      return this.parts(values);
    const own = this.ownInOrder(this.within(range), values);
    if (from === undefined && to === undefined) return [own];
    return [own.where(`call.surface <> 'batch'`), this.batches(values)];
  }

  /** The ids of live calls say where a period begins and ends. */
  live(values?: unknown[]): CallQuery {
    return boundIds(this.query(values), this.filters).where(`call.surface <> 'batch'`);
  }

  /** Live calls between the ids `span.first` and `span.behind` of a surrounding query. */
  inSpan(): CallQuery {
    return this.query().where(`call.surface <> 'batch' AND call.id >= span.first AND call.id < span.behind`);
  }

  /** Live calls that no sum holds yet: those of transactions from that one on. */
  unsummed(mark: string, values?: unknown[]): CallQuery {
    const query = this.query(values);
    return query.where(`call.surface <> 'batch' AND call.written_in >= ${query.bind(mark)}`);
  }

  /** Those of batches, which are few, need not. */
  batches(values?: unknown[]): CallQuery {
    return this.query(values).where(`call.surface = 'batch'`);
  }

  /**
   * The calls that are found by what was said of them, where a filter asks for that. Ids of all of those say when they began.
   * @param columns what is wanted of each
   */
  found(columns: string): FoundCalls | undefined {
    if (this.term === undefined) return undefined;
    return findCalls(this.term, this.within({}), { query: this.query(), columns });
  }

  /**
   * The ids of calls that pass, of a part of the log: where there may be any number of calls for each one that does. Undefined where an
   * index has those that pass one after the other.
   */
  search(range: IdRange, order: 'ASC' | 'DESC'): CallSearch | undefined {
    const few = conditionOfFew(this.filters);
    const { from, to, batch, status, ...others } = this.filters;
    // Of failures there is an index: each of it passes.
    const asked = [status === 'error' ? undefined : status, ...Object.values(others)];
    const isLookedAt = asked.some((filter) => !isNothing(filter));
    if (this.term === undefined && (batch !== undefined || few === OF_BATCHES || !isLookedAt))
      return undefined;
    const isOfPeriod = this.term === undefined && (from !== undefined || to !== undefined);
    const query = isOfPeriod ? this.live() : this.query();
    const ids = this.term ?? { projectId: this.projectId, condition: few };
    return searchCalls(ids, this.within(range), { query, columns: 'call.id AS id', order });
  }

  /** What a search does not look at: calls that have no terms yet, and batches, whose ids do not tell their time. */
  besideSearch(values: unknown[]): CallQuery[] {
    const { from, to } = this.filters;
    if (this.term !== undefined) return [this.fresh(this.term, values)];
    return from === undefined && to === undefined ? [] : [this.batches(values)];
  }

  /** The ids of the period in a range. */
  private within({ above, below }: IdRange): IdRange {
    const { first, last } = idsOf(this.filters);
    return { above: highest(above, first), below: lowest(below, last) };
  }

  /** Those that were written a moment ago. */
  private fresh({ foldedTo }: DrivingTerm, values?: unknown[]): CallQuery {
    const query = this.query(values);
    return query.where(`call.written_in >= ${query.bind(foldedTo)}`);
  }

  private ownInOrder(range: IdRange, values: unknown[]): CallQuery {
    const query = new CallQuery(values);
    query.sortedBehind = 'call.project_id';
    const conditions = ownInOrder(this.projectId, range, (value) => query.bind(value));
    query.where(conditions.join(' AND '));
    return addFilters(query, this.filters);
  }

  private query(values?: unknown[]): CallQuery {
    const query = new CallQuery(values);
    return addFilters(query.where(`call.project_id = ${query.bind(this.projectId)}`), this.filters);
  }
}

/** What was said of calls that pass, by which they may be found. */
function drivingTerms(filters: CallFilters): readonly string[] {
  // The rows of one batch are found by it.
  return filters.batch === undefined ? termsOf(filters) : [];
}

/** What the ids of a period lie between. */
function idsOf({ from, to }: CallFilters): { readonly first?: string; readonly last?: string } {
  return {
    ...(from !== undefined && { first: idFloor('call', from.getTime() - ID_SLACK_MS) }),
    ...(to !== undefined && { last: idFloor('call', to.getTime() + ID_SLACK_MS) }),
  };
}

/** Absent, or metadata without a pair. */
const isNothing = (filter: unknown): boolean =>
  filter === undefined || (typeof filter === 'object' && filter !== null && Object.keys(filter).length === 0);

function boundIds(query: CallQuery, filters: CallFilters): CallQuery {
  const { first, last } = idsOf(filters);
  if (first !== undefined) query.where(`call.id >= ${query.bind(first)}`);
  if (last !== undefined) query.where(`call.id < ${query.bind(last)}`);
  return query;
}

function highest(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || (other !== undefined && other > one) ? other : one;
}

function lowest(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || (other !== undefined && other < one) ? other : one;
}
