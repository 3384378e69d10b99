import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

export type RequestShape = 'conversation' | 'machine';

/** The model that a session's first decision chose, for one router of a project. */
@Entity('session_pins')
@Index('session_pins_by_end', ['pinnedUntil'])
export class SessionPinEntity {
  @PrimaryColumn('text', { name: 'project_id' })
  projectId!: string;

  /** Of an anchored router the model that it is anchored on, since sessions may begin before their router is there. */
  @PrimaryColumn('text', { name: 'router_id' })
  routerId!: string;

  @PrimaryColumn('text', { name: 'session_id' })
  sessionId!: string;

  @Column('text')
  model!: string;

  /** The tier of the decision that made the pin. */
  @Column('text')
  tier!: string;

  /** What the request was that the decision was made for; null in rows of versions that did not keep it. */
  @Column('text', { nullable: true })
  shape!: RequestShape | null;

  @Column('text', { name: 'decision_id' })
  decisionId!: string;

  @Column('timestamptz', { name: 'pinned_until' })
  pinnedUntil!: Date;
}
