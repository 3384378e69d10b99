/** Numbers and choices that look like chance and are the same each time. */
export class Repeatable {
  constructor(private state: number) {}

  /** A whole number from 0 to before `limit`. */
  below(limit: number): number {
    this.state = (Math.imul(this.state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (this.state >> 8) % limit;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}
