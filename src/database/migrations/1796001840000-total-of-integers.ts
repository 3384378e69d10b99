import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds integers up as integers, and says so where they are too large: `sum` makes a decimal number of them, with a state of its own for
 * each group, which takes a fifth of the time of a long report. Nobody waits for it, and nothing of an earlier version knows it.
 */
export class TotalOfIntegers1796001840000 implements MigrationInterface {
  readonly name = 'TotalOfIntegers1796001840000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE AGGREGATE "usage_total" (bigint) (SFUNC = int8pl, STYPE = bigint, INITCOND = '0', COMBINEFUNC = int8pl, PARALLEL = SAFE)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP AGGREGATE "usage_total" (bigint)');
  }
}
