/** What another part of the service wants durable together with a call, in the statement that commits it. */
export interface CommitCompanion {
  /** Companions of one kind share a statement. */
  readonly kind: CompanionKind;
  /** Called once: whether it is committed. If not, the call may be committed all the same, without it. */
  settle(isCommitted: boolean): void;
}

export interface CompanionKind {
  /** Named in the statement's name: kinds differ in it where their SQL does. One that comes behind another replaces it for good. */
  readonly name: string;
  /**
   * Common table expressions that write all of them, each beginning with its name, and their parameters. The text depends on the
   * kind and the number of companions alone, so that its plan is kept.
   * @param firstParameter the number of the first parameter
   */
  write(companions: readonly CommitCompanion[], firstParameter: number): CompanionSql;
}

export interface CompanionSql {
  readonly expressions: string;
  readonly values: readonly unknown[];
}

/** Some companions of one kind. */
export interface CompanionGroup {
  readonly kind: CompanionKind;
  readonly companions: readonly CommitCompanion[];
}
