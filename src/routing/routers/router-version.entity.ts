import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { RouterEntity } from './router.entity.js';
import type { RecordThreshold } from './threshold-in-force.js';

/** What a router was after one change. Numbers count from 1; the versions of a deleted router go with it. */
@Entity('router_versions')
export class RouterVersionEntity {
  @PrimaryColumn('text', { name: 'router_id' })
  routerId!: string;

  @PrimaryColumn('integer')
  number!: number;

  @ManyToOne(() => RouterEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'router_id', foreignKeyConstraintName: 'router_versions_router_fk' })
  router?: Relation<RouterEntity>;

  /** `operator`, an admin token's id, `api` (the first call that named the anchor), `gateway` (made with its project) or `automatic-updates`. */
  @Column('text')
  who!: string;

  /** The admin token's name as it was then. */
  @Column('text', { name: 'who_name', nullable: true })
  whoName!: string | null;

  @Column('text')
  name!: string;

  @Column('boolean')
  auto!: boolean;

  @Column('double precision', { nullable: true })
  threshold!: number | null;

  /** What the record speaks for; in force while automatic updates is on and none is set. */
  @Column('jsonb', { name: 'record_threshold', nullable: true })
  recordThreshold!: RecordThreshold | null;

  @Column('text', { name: 'big_model', nullable: true })
  big!: string | null;

  @Column('text', { name: 'medium_model', nullable: true })
  medium!: string | null;

  @Column('text', { name: 'small_model', nullable: true })
  small!: string | null;

  /** Whether a call goes on at another tier, or account, when its provider fails. */
  @Column('boolean', { name: 'outage_fallback', default: false })
  outageFallback!: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;
}
