import { mayNameTask, namesTask } from './names-task.js';
import type { GroupDocument } from './read-document.js';
import { hasClause, outerClauses, type OuterClause } from './weigh-evidence.js';

type Verdict = 'clear' | 'possible' | 'none';

/** The clauses that may say which part of a group a request is: lists of labels, where those are given; otherwise orders. */
export class Marks {
  private outer: { readonly start: number; readonly read: () => OuterClause }[] | undefined;
  private readonly verdicts = new Map<number, Verdict>();

  constructor(
    private readonly document: GroupDocument,
    private readonly lists: readonly number[] | undefined,
  ) {}

  isAnyIn(common: ReadonlySet<number>): boolean {
    return this.find(common, (verdict) => verdict !== 'none');
  }

  isClearIn(common: ReadonlySet<number>): boolean {
    return this.find(common, (verdict) => verdict === 'clear');
  }

  private find(common: ReadonlySet<number>, isWanted: (verdict: Verdict) => boolean): boolean {
    if (this.lists !== undefined)
      return isWanted('clear') && this.lists.some((start) => hasClause(this.document, start, common));
    this.outer ??= outerClauses(this.document);
    // Most clauses are not common at all, so their words need not be read.
    return this.outer.some(
      ({ start, read }) => hasClause(this.document, start, common) && isWanted(this.judge(start, read)),
    );
  }

  private judge(start: number, read: () => OuterClause): Verdict {
    const known = this.verdicts.get(start);
    if (known !== undefined) return known;
    const clause = read();
    const verdict = namesTask(clause) ? 'clear' : mayNameTask(clause) ? 'possible' : 'none';
    this.verdicts.set(start, verdict);
    return verdict;
  }
}
