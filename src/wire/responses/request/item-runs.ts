const OPENING = Buffer.from('[');
const CLOSING = Buffer.from(']');
const COMMA = Buffer.from(',');

/** Builds a list of items out of another one: neighbours that stay are taken in one run, with what stands between them. */
export class ItemRuns {
  /** The list is another one than it was. */
  isChanged = false;
  private readonly runs: (readonly Buffer[])[] = [];
  private runStart = -1;
  private runEnd = -1;

  constructor(private readonly bytes: Buffer) {}

  keep(start: number, end: number): void {
    if (this.runStart < 0) this.runStart = start;
    this.runEnd = end;
  }

  /** The item is left out. */
  drop(): void {
    this.closeRun();
    this.isChanged = true;
  }

  /** @param item pieces of JSON text */
  put(...item: Buffer[]): void {
    this.closeRun();
    this.isChanged = true;
    this.runs.push(item);
  }

  /** The list as JSON text, in pieces. */
  finish(): readonly Buffer[] {
    this.closeRun();
    const pieces: Buffer[] = [OPENING];
    this.runs.forEach((run, index) => {
      if (index > 0) pieces.push(COMMA);
      pieces.push(...run);
    });
    pieces.push(CLOSING);
    return pieces;
  }

  private closeRun(): void {
    if (this.runStart >= 0) this.runs.push([this.bytes.subarray(this.runStart, this.runEnd)]);
    this.runStart = -1;
  }
}
