import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One day (UTC) of the judge model, over all processes. */
@Entity('judge_days')
export class JudgeDayEntity {
  @PrimaryColumn('date', { primaryKeyConstraintName: 'judge_days_pk' })
  day!: string;

  @Column('numeric', { name: 'spent_usd', precision: 24, scale: 12, default: 0 })
  spentUsd!: string;

  /** For questions on their way; of a process that was killed it stays until the day is over. */
  @Column('numeric', { name: 'held_usd', precision: 24, scale: 12, default: 0 })
  heldUsd!: string;

  @Column('integer', { default: 0 })
  succeeded!: number;

  @Column('integer', { default: 0 })
  failed!: number;

  @Column('integer', { name: 'no_verdict', default: 0 })
  noVerdict!: number;
}
