import type { PartTemplate } from '../templates/group-index.js';
import { Mark } from './marks.js';
import { isShort, type OuterLine } from '../templates/outer-clauses.js';
import { readPromptKind, type PromptKind } from './prompt-kind.js';

/** So many requests count: what a prompt was used for long ago does not. */
const MAX_SEEN = 64;
/** After so many requests of which so few had anything in common, only one of some is looked at. */
const WATCHED = 16;
const FREE_SHARE = 0.2;
const LOOK_EVERY = 4;
/** What so many of a prompt's requests say says nothing of which task they are. */
const FRAME_SHARE = 0.95;

/** Orders are few where the texts that they are given for are so many times as many. */
const LESS_VARIED = 2;
/** So many values show that a label names a field. */
const FIELD_VALUES = 2;

interface Limits {
  readonly seen: number;
  readonly share: number;
}

/**
 * Of so many of the prompt's requests so many must be of some template. Where messages are free, a few share a phrase by chance;
 * where they name tasks, nearly all are like others. What is no clear order needs more of it.
 */
const CLEAR: Limits = { seen: 1, share: 0.3 };
const POSSIBLE: Limits = { seen: 10, share: 0.7 };
const POSSIBLE_OPEN: Limits = { seen: 4, share: 0.5 };
/**
 * Of requests that bare lines were looked for in. Where the prompt does not say that tasks are brought, only the place of another
 * order does.
 */
const BARE: Readonly<Record<PromptKind, Limits | undefined>> = {
  several: { seen: 2, share: 0.5 },
  open: { seen: 2, share: 0.6 },
  one: undefined,
};
/** Where nothing says that tasks are brought, a longer line is a text of its own. */
const LONGEST_ORDER = 80;
/** Before that it is not known what every request says. */
const BARE_FROM: Readonly<Record<PromptKind, number>> = { several: 2, open: 3, one: Infinity };

/** What is counted of one system prompt's requests. */
export class PromptUse {
  /** What requests of the prompt shared that all of them said: the task that it serves, or what frames its tasks. */
  frame: PartTemplate | undefined;
  private readonly kind: PromptKind;
  /** Where templates of its messages had the words of an order. */
  private orderPlaces = 0;
  /** The labels whose values told its tasks apart. */
  private readonly orderSlots = new Set<number>();
  private readonly lines = new Map<number, { count: number; readonly opening: number }>();
  /** How many different lines stood behind a label, or at a place. */
  private readonly varieties = new Map<number, number>();
  /** Requests that lines were counted of. */
  private lineSeen = 0;
  private seen = 0;
  /** Of a template that their messages share, or like another one at least. */
  private covered = 0;
  private bareSeen = 0;
  private bareCovered = 0;
  /** Requests that were asked about since one was looked at. */
  private passed = 0;

  constructor(prompt: string) {
    this.kind = readPromptKind(prompt);
  }

  /** Whether lines in unknown words may be orders here. */
  get mayHaveBare(): boolean {
    return this.seen >= BARE_FROM[this.kind];
  }

  isWorthALook(): boolean {
    if (this.seen < WATCHED || this.covered > FREE_SHARE * this.seen) return true;
    if (this.bareCovered > FREE_SHARE * this.bareSeen) return true;
    this.passed = (this.passed + 1) % LOOK_EVERY;
    return this.passed === 0;
  }

  hasComeBefore(line: number): boolean {
    return this.lines.has(line);
  }

  isFarLessVaried(line: OuterLine, other: OuterLine): boolean {
    // A heading is one line, whatever stands below it.
    if (other.label === line.text) return (this.varieties.get(other.slot) ?? 0) >= FIELD_VALUES;
    return LESS_VARIED * this.variety(line) <= this.variety(other);
  }

  /** What stands before a colon once, with one value, names no field: `Press 9: tool changed`. */
  private variety({ slot, place }: OuterLine): number {
    const behindLabel = this.varieties.get(slot) ?? 0;
    return behindLabel >= FIELD_VALUES ? behindLabel : Math.max(behindLabel, this.varieties.get(place) ?? 0);
  }

  /** Whether a line in unknown words may be an order: where nothing says that tasks are brought, only what a label names or what stands where another order stands. */
  mayBeOrder(line: OuterLine): boolean {
    if (this.orderSlots.has(line.slot)) return true;
    if (isShort(line)) return false;
    if (this.kind === 'several') return true;
    return line.text.length <= LONGEST_ORDER && !this.hasSibling(line);
  }

  /** Lines that come back and begin alike say which of some things it is: `Entry of the early shift`, `Entry of the late shift`. */
  private hasSibling({ hash, opening }: OuterLine): boolean {
    for (const [line, seen] of this.lines)
      if (seen.opening === opening && seen.count > 1 && line !== hash) return true;
    return false;
  }

  /** Where a template of the prompt's messages said what to do. */
  learn({ places, slots }: { readonly places: number; readonly slots: readonly number[] }): void {
    this.orderPlaces |= places;
    for (const slot of slots) this.orderSlots.add(slot);
  }

  isInAll(line: number): boolean {
    return (this.lines.get(line)?.count ?? 0) >= FRAME_SHARE * this.lineSeen;
  }

  /** @param mark the surest thing that a request has in common with another one */
  count(mark: Mark): void {
    if (this.seen >= MAX_SEEN) this.fade();
    if (this.mayHaveBare) {
      this.bareSeen += 1;
      if (mark >= Mark.bare) this.bareCovered += 1;
    }
    this.seen += 1;
    if (mark >= Mark.possible) this.covered += 1;
  }

  /** Three requests showed a template: the first of them had nothing in common with another when it was counted. */
  countFound(mark: Mark): void {
    if (this.mayHaveBare && mark >= Mark.bare) this.bareCovered += 1;
    if (mark >= Mark.possible) this.covered += 1;
  }

  /** To be told of requests that are of no known task. */
  countLines(lines: readonly OuterLine[]): void {
    if (this.kind === 'one') return;
    this.lineSeen += 1;
    for (const line of lines) {
      const seen = this.lines.get(line.hash);
      if (seen !== undefined) seen.count += 1;
      else {
        this.lines.set(line.hash, { count: 1, opening: line.opening });
        for (const slot of new Set([line.slot, line.place]))
          this.varieties.set(slot, (this.varieties.get(slot) ?? 0) + 1);
      }
    }
  }

  /** Whether so many requests have something in common with others that one task may be told from another by such a mark. */
  mayTellApart(mark: Mark): boolean {
    const { seen, covered, bareSeen, bareCovered } = this;
    switch (mark) {
      case Mark.clear:
        return isCovered(seen, covered, CLEAR);
      case Mark.possible:
        return (
          isCovered(seen, covered, this.kind === 'open' ? POSSIBLE_OPEN : POSSIBLE) ||
          (this.kind === 'several' && this.mayTellApart(Mark.bare))
        );
      case Mark.bare:
        return isCovered(bareSeen, bareCovered, BARE[this.kind]);
      case Mark.frame:
      case Mark.none:
        return false;
    }
  }

  private fade(): void {
    this.seen /= 2;
    this.lineSeen /= 2;
    this.covered /= 2;
    this.bareSeen /= 2;
    this.bareCovered /= 2;
    for (const [slot, variety] of this.varieties) this.varieties.set(slot, variety / 2);
    for (const [line, seen] of this.lines)
      if (seen.count > 2) seen.count /= 2;
      else this.lines.delete(line);
  }
}

function isCovered(seen: number, covered: number, limits: Limits | undefined): boolean {
  return limits !== undefined && seen >= limits.seen && covered >= limits.share * seen;
}
