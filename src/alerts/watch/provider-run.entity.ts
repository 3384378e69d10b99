import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Failed calls in a row of one account, over all processes. */
@Entity('provider_runs')
export class ProviderRunEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'provider_runs_pk' })
  provider!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'provider_runs_pk' })
  account!: string;

  @Column('integer', { name: 'failed_in_row' })
  failedInRow!: number;

  /** When the first of them was counted. */
  @Column('timestamptz', { name: 'began_at' })
  beganAt!: Date;
}
