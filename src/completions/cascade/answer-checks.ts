import type { AnswerFacts } from '../attempts/answer-facts.js';
import { findViolation, type AnswerContract } from './check-contract.js';
import { findSchemaFault } from './check-schema.js';

/** Where verdicts go. */
export interface AnswerVerdicts {
  judged(model: string, success: boolean): void;
  cascaded(model: string, escalated: boolean): void;
}

/** The mechanical checks of one call's answers: they decide a cascade, and judge the task of a group for each model that answered. */
export class AnswerChecks {
  /** For the call log, in plain words. */
  readonly notes: string[] = [];
  private readonly broken = new Set<string>();

  constructor(
    private readonly contract: AnswerContract,
    private readonly verdicts: AnswerVerdicts,
  ) {}

  /** Why the answer breaks its contract; `undefined` when it keeps it. */
  check(model: string, { text }: AnswerFacts): string | undefined {
    const violation = findViolation(text, this.contract);
    if (violation === undefined) this.noteSchema(model, text);
    else this.notes.push(`The answer of ${model} breaks its response format: ${violation}.`);
    if (violation === undefined) this.broken.delete(model);
    else this.broken.add(model);
    this.verdicts.judged(model, violation === undefined);
    return violation;
  }

  /** The model's last answer broke its contract. */
  isBroken(model: string): boolean {
    return this.broken.has(model);
  }

  cascaded(model: string, escalated: boolean): void {
    this.verdicts.cascaded(model, escalated);
  }

  private noteSchema(model: string, text: string): void {
    if (this.contract.schema === undefined) return;
    const fault = findSchemaFault(text, this.contract.schema);
    if (fault === '') this.notes.push(`The answer of ${model} keeps its JSON schema.`);
    else if (fault !== undefined) this.notes.push(`The answer of ${model} breaks its JSON schema: ${fault}.`);
  }
}
