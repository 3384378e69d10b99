/** Time comes in through the constructor, so that tests can hold it. */
export abstract class Clock {
  /** Wall time. */
  abstract now(): Date;
  /** Milliseconds of a monotonic clock, for durations. */
  abstract monotonicMs(): number;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }

  monotonicMs(): number {
    return performance.now();
  }
}
