import type { EntityManager } from 'typeorm';
import { MINUTE_MS } from '../../lib/durations.js';
import { idFloor } from '../../lib/ids.js';
import { addFilters, conditionOfFew, OF_BATCHES, type CallFilters, type CallQuery } from './call-filters.js';
import { CallEntity } from './call.entity.js';
import { termsOf } from './call-terms.js';
import {
  findCalls,
  hasFewer,
  openTerm,
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
    private readonly manager: EntityManager,
    private readonly projectId: string,
    private readonly filters: CallFilters,
    private readonly term: DrivingTerm | undefined,
  ) {}

  static async open(manager: EntityManager, projectId: string, filters: CallFilters): Promise<CallReader> {
    // The rows of one batch are found by it.
    const terms = filters.batch === undefined ? termsOf(filters) : [];
    const term = await openTerm(manager, projectId, terms);
    const few = conditionOfFew(filters);
    const isOfFew = term !== undefined && few !== undefined && (await hasFewer(manager, few, term));
    return new CallReader(manager, projectId, filters, isOfFew ? undefined : term);
  }

  /** Whether calls are found by what was said of them, and not by what fewer of them are. */
  get isOfTerm(): boolean {
    return this.term !== undefined;
  }

  /** Queries that, with what `found` finds, together have every call that passes the filters, each once. */
  parts(): CallQuery[] {
    const { from, to, batch } = this.filters;
    if (this.term !== undefined) return [this.fresh(this.term)];
    if (batch !== undefined || (from === undefined && to === undefined)) return [this.query()];
    return [this.live(), this.batches()];
  }

  /** The ids of live calls say where a period begins and ends. */
  live(): CallQuery {
    return boundIds(this.query(), this.filters).andWhere(`call.surface <> 'batch'`);
  }

  /** Live calls between the ids `span.first` and `span.behind` of a surrounding query. */
  inSpan(): CallQuery {
    return this.query().andWhere(
      `call.surface <> 'batch' AND call.id >= span.first AND call.id < span.behind`,
    );
  }

  /** Live calls that no sum holds yet: those of transactions from that one on. */
  unsummed(mark: string): CallQuery {
    return this.query().andWhere(`call.surface <> 'batch' AND call.written_in >= :mark`, { mark });
  }

  /** Those of batches, which are few, need not. */
  batches(): CallQuery {
    return this.query().andWhere(`call.surface = 'batch'`);
  }

  /**
   * The calls that are found by what was said of them, where a filter asks for that. Ids of all of those say when they began.
   * @param select adds what is wanted of each
   */
  found(select: (query: CallQuery) => CallQuery): FoundCalls | undefined {
    if (this.term === undefined) return undefined;
    return findCalls(this.term, this.within({}), select(this.query()));
  }

  /**
   * The ids of calls that pass, of a part of the log: where there may be any number of calls for each one that does. Undefined where an
   * index has those that pass one after the other.
   */
  search(range: IdRange, order: 'ASC' | 'DESC'): CallSearch | undefined {
    const few = conditionOfFew(this.filters);
    const { from, to, batch, ...others } = this.filters;
    const isLookedAt = Object.values(others).some((filter) => !isNothing(filter));
    if (this.term === undefined && (batch !== undefined || few === OF_BATCHES || !isLookedAt))
      return undefined;
    const isOfPeriod = this.term === undefined && (from !== undefined || to !== undefined);
    const passing = isOfPeriod ? this.live() : this.query();
    const ids = this.term ?? { projectId: this.projectId, condition: few };
    return searchCalls(ids, this.within(range), { passing: passing.select('call.id', 'id'), order });
  }

  /** What a search does not look at: calls that have no terms yet, and batches, whose ids do not tell their time. */
  besideSearch(): CallQuery[] {
    const { from, to } = this.filters;
    if (this.term !== undefined) return [this.fresh(this.term)];
    return from === undefined && to === undefined ? [] : [this.batches()];
  }

  /** The ids of the period in a range. */
  private within({ above, below }: IdRange): IdRange {
    const { first, last } = idsOf(this.filters);
    return { above: highest(above, first), below: lowest(below, last) };
  }

  /** Those that were written a moment ago. */
  private fresh({ foldedTo }: DrivingTerm): CallQuery {
    return this.query().andWhere('call.writtenIn >= :foldedTo', { foldedTo });
  }

  private query(): CallQuery {
    const builder = this.manager.getRepository(CallEntity).createQueryBuilder('call');
    return addFilters(
      builder.where('call.projectId = :projectId', { projectId: this.projectId }),
      this.filters,
    );
  }
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
  if (first !== undefined) query.andWhere('call.id >= :first', { first });
  if (last !== undefined) query.andWhere('call.id < :last', { last });
  return query;
}

function highest(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || (other !== undefined && other > one) ? other : one;
}

function lowest(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || (other !== undefined && other < one) ? other : one;
}
