import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The model that a session's first decision chose, for one router of a project. */
@Entity('session_pins')
@Index('session_pins_by_end', ['pinnedUntil'])
export class SessionPinEntity {
  @PrimaryColumn('text', { name: 'project_id' })
  projectId!: string;

  @PrimaryColumn('text', { name: 'router_id' })
  routerId!: string;

  @PrimaryColumn('text', { name: 'session_id' })
  sessionId!: string;

  @Column('text')
  model!: string;

  /** The tier of the decision that made the pin. */
  @Column('text')
  tier!: string;

  @Column('text', { name: 'decision_id' })
  decisionId!: string;

  @Column('timestamptz', { name: 'pinned_until' })
  pinnedUntil!: Date;
}
