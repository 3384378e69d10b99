import type { Runs } from '../templates/common-runs.js';
import { mayNameTask, namesTask } from '../templates/names-task.js';
import {
  isShort,
  outerClauses,
  outerLines,
  type Outer,
  type OuterClause,
  type OuterLine,
  type Place,
} from '../templates/outer-clauses.js';
import { isStockPhrase } from './phrases.js';
import type { GroupDocument } from '../reading/read-document.js';
import { announcesTask } from '../templates/task-labels.js';
import { hasClause } from '../templates/weigh-evidence.js';

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
  readonly first: Runs | undefined;
  /** Whether every request of the prompt so far has had the line. */
  isInAll(hash: number): boolean;
  /** Whether a line has come before in a request of no known task. */
  hasComeBefore(hash: number): boolean;
  /** Whether what stands at the line's place comes back far more than what stands at the other's. */
  isFarLessVaried(line: OuterLine, other: OuterLine): boolean;
  /** Whether a line may be an order under this prompt. */
  mayBeOrder(line: OuterLine): boolean;
}

interface Verdict {
  readonly mark: Mark;
  readonly place: Place;
}

/** The clauses that may say which part of a group a request is: lists of labels, where those are given; otherwise orders. */
export class Marks {
  private outer: readonly Outer[] | undefined;
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
  in(common: Runs): Mark {
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
  placesIn(common: Runs): number {
    let places = 0;
    for (const [start, { mark, place }] of this.verdicts)
      if (mark !== Mark.none && hasClause(this.document, start, common)) places |= place;
    return places;
  }

  /** The tokens of the breaks before the clauses of the orders in what is common. */
  ordersIn(common: Runs): number[] {
    if (this.lists !== undefined) return [...this.lists];
    const worded = [...this.verdicts].filter(([, { mark }]) => mark !== Mark.none).map(([start]) => start);
    const lines =
      this.in(common) === Mark.bare ? this.lines.filter((line) => !this.bare?.isInAll(line.hash)) : [];
    return [...new Set([...worded, ...lines.flatMap(({ starts }) => starts)])]
      .filter((start) => hasClause(this.document, start, common))
      .sort((one, other) => one - other);
  }

  /** The labels whose values tell tasks apart in what is common. */
  slotsIn(common: Runs): number[] {
    return this.lines
      .filter(
        (line) => line.label !== undefined && !this.bare?.isInAll(line.hash) && this.hasLine(line, common),
      )
      .map(({ slot }) => slot);
  }

  /** Lines near the ends that may be an order in unknown words. */
  get lines(): readonly OuterLine[] {
    this.ownLines ??= outerLines(this.document).filter(isNoPhrase);
    return this.ownLines;
  }

  /** Whether an order is so short that nothing else in common is needed: what a label announces, or a line of its own. */
  mayBeShortIn(common: Runs): boolean {
    const mark = this.in(common);
    if (mark === Mark.bare) return true;
    return this.lines.some(
      (line) =>
        (this.isAnnounced(line) || (mark > Mark.bare && this.bare?.mayBeOrder(line) === true)) &&
        this.hasLine(line, common),
    );
  }

  private isAnnounced({ label }: OuterLine): boolean {
    return label !== undefined && announcesTask(label);
  }

  private lineIn(common: Runs, bare: BareLines): Mark {
    const isFrame = (line: OuterLine): boolean =>
      bare.isInAll(line.hash) && (bare.first === undefined || this.hasLine(line, bare.first));
    const shared = this.lines.filter((line) => this.hasLine(line, common));
    if (shared.length === 0) return Mark.none;
    const telling = shared.filter((line) => !isFrame(line));
    if (telling.length === 0) return Mark.frame;
    const orders = telling.filter((line) => bare.mayBeOrder(line));
    // Texts that several tasks are asked about come back too.
    const others = this.lines.filter(
      (line) => !shared.includes(line) && !isShort(line) && bare.hasComeBefore(line.hash) && !isFrame(line),
    );
    return orders.some((line) => others.every((other) => bare.isFarLessVaried(line, other)))
      ? Mark.bare
      : Mark.none;
  }

  private hasLine({ starts }: Pick<OuterLine, 'starts'>, common: Runs): boolean {
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

function isNoPhrase({ text, label }: OuterLine): boolean {
  return !isStockPhrase(text) && (label !== undefined || SPACE.test(text) || text.length > LONGEST_ONE_WORD);
}

const SPACE = /[\s_]/;
const LONGEST_ONE_WORD = 3;
