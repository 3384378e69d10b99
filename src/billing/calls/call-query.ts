/**
 * A question to the call log, whose rows are called `call`. Written as SQL: each poll of a console asks one, and to have it made by
 * TypeORM takes the event loop longer than to ask it.
 */
export class CallQuery {
  private readonly conditions: string[] = [];
  /** Of a question that is answered in the order of an index: what `id` is sorted behind. */
  sortedBehind: string | undefined;

  /** @param values of the whole statement, which may hold several of these questions */
  constructor(readonly values: unknown[] = []) {}

  /** @returns where the value goes in the statement */
  bind(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** All conditions must hold. */
  where(condition: string): this {
    this.conditions.push(`(${condition})`);
    return this;
  }

  /** @param rest behind the conditions: order, groups, limit */
  select(columns: string, rest = ''): string {
    return `SELECT ${columns} FROM calls AS call WHERE ${this.conditions.join(' AND ')} ${rest}`;
  }
}
