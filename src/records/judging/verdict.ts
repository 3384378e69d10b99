/**
 * Who judged a task, weakest first. The mechanical check sees the form of an answer only; the judge model reads it; an
 * evaluation event is the caller's own measurement; feedback is the caller's word.
 */
export const VERDICT_SOURCES = ['contract-check', 'judge-model', 'evaluation-event', 'feedback'] as const;
export type VerdictSource = (typeof VERDICT_SOURCES)[number];

/** Whether one model's answer to one task was good. */
export interface Verdict {
  /** With `model` it names the answer: an escalated cascade has two answers in one call. */
  readonly callId: string;
  /** The model that gave the answer, in any spelling of the catalogue. */
  readonly model: string;
  readonly groupId: string;
  readonly projectId: string;
  readonly organizationId: string;
  readonly success: boolean;
  readonly source: VerdictSource;
  readonly note?: string;
  /** When the task ran: its place in the record's window, whenever it is judged. */
  readonly taskAt: Date;
  readonly judgedAt: Date;
}

export function strengthOf(source: VerdictSource): number {
  return VERDICT_SOURCES.indexOf(source);
}

/** A stronger source always wins; the same source corrects itself. */
export function replacesVerdict(
  standing: Pick<Verdict, 'source' | 'judgedAt'>,
  next: Pick<Verdict, 'source' | 'judgedAt'>,
): boolean {
  const stronger = strengthOf(next.source) - strengthOf(standing.source);
  return stronger > 0 || (stronger === 0 && next.judgedAt.getTime() >= standing.judgedAt.getTime());
}
