/** What all answers together may take of a turn of the event loop before the rest waits for the next one. */
const TURN_MS = 5;

/**
 * Whose turn it is among the answers that providers send. Of each connection up to 2 MB are read in one turn of the event loop, in
 * pieces of a byte if its provider likes: everything else would wait for all of them.
 */
export class AnswerTurns {
  /** When the first answer of this turn came; undefined: none has come. */
  private startedMs: number | undefined;
  private waiting: (() => void)[] = [];

  /** A piece of an answer has come. */
  begin(): void {
    if (this.startedMs === undefined) this.start();
  }

  /** Asked behind some pieces. @param goOn called in a later turn, when the answer is false */
  mayGoOn(goOn: () => void): boolean {
    if (!this.isOver()) return true;
    this.waiting.push(goOn);
    return false;
  }

  private start(): void {
    this.startedMs = performance.now();
    setImmediate(this.next);
  }

  private isOver(): boolean {
    return this.startedMs !== undefined && performance.now() - this.startedMs >= TURN_MS;
  }

  /** Those that waited go first, one behind the other; who is not done waits behind all others. */
  private readonly next = (): void => {
    this.startedMs = undefined;
    if (this.waiting.length === 0) return;
    this.start();
    const due = this.waiting;
    this.waiting = [];
    let resumed = 0;
    do due[resumed++]?.();
    while (resumed < due.length && !this.isOver());
    this.waiting = [...due.slice(resumed), ...this.waiting];
  };
}
