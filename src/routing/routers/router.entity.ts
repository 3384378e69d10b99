import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ProjectEntity } from '../../projects/project.entity.js';
import type { RecordThreshold } from './threshold-in-force.js';

export type RouterOrigin = 'default' | 'from_code' | 'custom';

/** Three tiers of models; a project's auto router is the one marked `auto`. */
@Entity('routers')
@Index('routers_by_project', ['projectId', 'id'])
@Index('routers_auto', ['projectId'], { unique: true, where: '"auto"' })
@Index('routers_anchor', ['projectId', 'anchorModel'], { unique: true })
export class RouterEntity {
  @PrimaryColumn('text')
  id!: string;

  @Column('text', { name: 'project_id' })
  projectId!: string;

  @ManyToOne(() => ProjectEntity)
  @JoinColumn({ name: 'project_id', foreignKeyConstraintName: 'routers_project_fk' })
  project?: Relation<ProjectEntity>;

  @Column('text')
  name!: string;

  @Column('text')
  origin!: RouterOrigin;

  @Column('boolean', { default: false })
  auto!: boolean;

  /** The catalogue id that the caller's code named, for `from_code`. */
  @Column('text', { name: 'anchor_model', nullable: true })
  anchorModel!: string | null;

  @Column('text', { name: 'big_model', nullable: true })
  big!: string | null;

  @Column('text', { name: 'medium_model', nullable: true })
  medium!: string | null;

  @Column('text', { name: 'small_model', nullable: true })
  small!: string | null;

  /** Complexity (0–1) above which Big answers; null for the product's own. */
  @Column('double precision', { nullable: true })
  threshold!: number | null;

  /** What the record speaks for; in force while automatic updates is on and none is set. */
  @Column('jsonb', { name: 'record_threshold', nullable: true })
  recordThreshold!: RecordThreshold | null;

  /** Whether a call goes on at another tier, or account, when its provider fails. */
  @Column('boolean', { name: 'outage_fallback', default: false })
  outageFallback!: boolean;

  @Column('timestamptz', { name: 'created_at', default: () => 'now()' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' })
  updatedAt!: Date;
}
