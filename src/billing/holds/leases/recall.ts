/** The other processes were asked to give back what they do not hold. */
export class Recall {
  /** Resolves when all have, or when the time is up. */
  readonly over: Promise<void>;
  isOver = false;
  private readonly missing: Set<string>;
  private readonly timer: NodeJS.Timeout;
  private end: () => void = () => undefined;

  constructor(processes: Iterable<string>, limitMs: number) {
    this.missing = new Set(processes);
    this.over = new Promise((resolve) => {
      this.end = resolve;
    });
    this.timer = setTimeout(() => this.finish(), limitMs);
  }

  returned(process: string): void {
    this.missing.delete(process);
    if (this.missing.size === 0) this.finish();
  }

  finish(): void {
    clearTimeout(this.timer);
    this.isOver = true;
    this.end();
  }
}
