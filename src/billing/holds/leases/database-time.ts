/** When processes are over, of which the time is told by `expiryTime`: what the database's clock leaps over, nobody has lived through. */
export const expiryTime = (parameter: string): string =>
  `least(now(), to_timestamp(${parameter}::float8 / 1000))`;

interface Told {
  readonly askedMs: number;
  /** Of the database's clock, ahead of ours. It took time to tell, so that this is never too little. */
  readonly aheadMs: number;
}

/**
 * What time it is at the database, as its clock has gone until now. When it steps ahead, this goes on as before for as long as it
 * remembers: what was to expire then does not expire at once.
 */
export class DatabaseTime {
  private told: Told[] = [];

  constructor(private readonly rememberedMs: number) {}

  /** The database was asked at `askedMs` of a monotonic clock, and said that it was `databaseMs`. */
  learn(databaseMs: number, askedMs: number): void {
    const fresh = this.told.filter((one) => askedMs - one.askedMs <= this.rememberedMs);
    this.told = [...fresh, { askedMs, aheadMs: databaseMs - askedMs }];
  }

  /** Milliseconds since 1970 at `nowMs` of the monotonic clock; `undefined` when the database never said. */
  at(nowMs: number): number | undefined {
    if (this.told.length === 0) return undefined;
    return nowMs + Math.min(...this.told.map(({ aheadMs }) => aheadMs));
  }
}
