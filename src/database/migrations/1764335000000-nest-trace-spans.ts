import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What sums over a trace need of a span: its parent, and the answer that it is about. */
export class NestTraceSpans1764335000000 implements MigrationInterface {
  readonly name = 'NestTraceSpans1764335000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "trace_spans" ADD "parent_span_id" bigint, ADD "response_hash" bigint`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE "trace_spans" DROP COLUMN "response_hash", DROP COLUMN "parent_span_id"`);
  }
}
