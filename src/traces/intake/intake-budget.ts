/** Bytes of bodies and encoded spans that may be in memory at once. */
const MAX_BYTES = 64 * 1_048_576;
/** What a body of unknown length is taken for until it is there. */
export const UNKNOWN_BODY_BYTES = 1_048_576;

/** Bounds the memory of trace intake: who finds no room is told to come back. */
export class IntakeBudget {
  private used = 0;

  constructor(private readonly maxBytes: number = MAX_BYTES) {}

  /** `undefined`: no room. */
  take(bytes: number): IntakeShare | undefined {
    if (this.used > 0 && this.used + bytes > this.maxBytes) return undefined;
    this.used += bytes;
    return new IntakeShare(bytes, (change) => {
      this.used += change;
    });
  }
}

/** One request's part. To be given back. */
export class IntakeShare {
  constructor(
    private bytes: number,
    private readonly change: (bytes: number) => void,
  ) {}

  /** The size is known now. */
  resize(bytes: number): void {
    this.change(bytes - this.bytes);
    this.bytes = bytes;
  }

  giveBack(): void {
    this.resize(0);
  }
}
