import { announcesTask, mayNameTask, namesTask } from './names-task.js';
import { outerClauses, outerLines, type OuterClause, type OuterLine, type Place } from './outer-clauses.js';
import { isStockPhrase } from './phrases.js';
import type { GroupDocument } from './read-document.js';
import { hasClause } from './weigh-evidence.js';

/** How sure it is that something in common says which task a request is. */
export const Mark = {
  none: 0,
  /** Every request of the prompt says it: it frames them all. */
  frame: 1,
  /** A line of its own in words that no list knows. */
  bare: 2,
  /** A line of its own with a word of tasks, or a question. */
  possible: 3,
  /** An order, a choice of answers, or what a label announces as the task. */
  clear: 4,
} as const;
export type Mark = (typeof Mark)[keyof typeof Mark];

/** What is known where lines in words that no list knows may say what is to be done. */
export interface BareLines {
  /** What the first task of the prompt has in common: a line that another task has too frames them all. */
  readonly first: ReadonlySet<number> | undefined;
  /** Whether every request of the prompt so far has had the line. */
  isInAll(hash: number): boolean;
  /** How many requests of no known task have had the line. */
  countOf(hash: number): number;
  /** Whether they may be orders at a place. */
  mayStandAt(place: Place): boolean;
}

/** Texts that several tasks are asked about come back too: what comes with a line must be new, or come back far more seldom. */
const FAR_OFTENER = 4;

interface Verdict {
  readonly mark: Mark;
  readonly place: Place;
}

/** The clauses that may say which part of a group a request is: lists of labels, where those are given; otherwise orders. */
export class Marks {
  private outer: { readonly start: number; readonly read: () => OuterClause }[] | undefined;
  private ownLines: readonly OuterLine[] | undefined;
  private readonly verdicts = new Map<number, Verdict>();

  /**
   * @param lists of labels, where those tell parts apart
   * @param bare where lines in unknown words may
   */
  constructor(
    private readonly document: GroupDocument,
    private readonly lists: readonly number[] | undefined,
    private readonly bare: BareLines | undefined,
  ) {}

  /** The surest mark among what is common. */
  in(common: ReadonlySet<number>): Mark {
    if (this.lists !== undefined)
      return this.lists.some((start) => hasClause(this.document, start, common)) ? Mark.clear : Mark.none;
    this.outer ??= outerClauses(this.document);
    let surest: Mark = Mark.none;
    // Most clauses are not common at all, so their words need not be read.
    for (const { start, read } of this.outer)
      if (surest !== Mark.clear && hasClause(this.document, start, common))
        surest = surer(surest, this.judge(start, read).mark);
    return surest === Mark.none && this.bare !== undefined ? this.lineIn(common, this.bare) : surest;
  }

  /** Where what is common has the words of an order. */
  placesIn(common: ReadonlySet<number>): number {
    let places = 0;
    for (const [start, { mark, place }] of this.verdicts)
      if (mark !== Mark.none && hasClause(this.document, start, common)) places |= place;
    return places;
  }

  /** Lines near the ends that may be an order in unknown words. */
  get lines(): readonly OuterLine[] {
    this.ownLines ??= outerLines(this.document).filter(mayBeOrder);
    return this.ownLines;
  }

  private lineIn(common: ReadonlySet<number>, bare: BareLines): Mark {
    let surest: Mark = Mark.none;
    let rest = 0;
    let least = Infinity;
    for (const line of this.lines) {
      const count = bare.countOf(line.hash);
      const isFrame = bare.first === undefined ? bare.isInAll(line.hash) : this.hasLine(line, bare.first);
      if (!this.hasLine(line, common)) {
        if (!isFrame) rest = Math.max(rest, count);
      } else if (isFrame) surest = surer(surest, Mark.frame);
      else if (bare.mayStandAt(line.place)) {
        surest = Mark.bare;
        least = Math.min(least, count);
      }
    }
    return surest === Mark.bare && rest > 0 && least < FAR_OFTENER * rest ? Mark.none : surest;
  }

  private hasLine({ starts }: OuterLine, common: ReadonlySet<number>): boolean {
    return starts.every((start) => hasClause(this.document, start, common));
  }

  private judge(start: number, read: () => OuterClause): Verdict {
    const known = this.verdicts.get(start);
    if (known !== undefined) return known;
    const clause = read();
    const mark = namesTask(clause) ? Mark.clear : mayNameTask(clause) ? Mark.possible : Mark.none;
    const verdict = { mark, place: clause.place };
    this.verdicts.set(start, verdict);
    return verdict;
  }
}

export function surer(one: Mark, other: Mark): Mark {
  return one > other ? one : other;
}

const SPACED = /\s/;
/** What stands behind a label that announces no task is data when it is so short: `Channel: web form`. */
const LONGEST_VALUE_WORDS = 2;

function mayBeOrder({ text, label }: OuterLine): boolean {
  if (isStockPhrase(text)) return false;
  const words = text.split(SPACED).length;
  if (label === undefined) return words > 1 || text.length > 3;
  return announcesTask(label) || words > LONGEST_VALUE_WORDS;
}
