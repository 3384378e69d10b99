import type { AnswerFacts } from '../attempts/answer-facts.js';
import { findViolation, type AnswerContract } from './check-contract.js';
import { findSchemaFault } from './check-schema.js';

/** Where verdicts go. */
export interface AnswerVerdicts {
  judged(model: string, success: boolean): void;
  cascaded(model: string, escalated: boolean): void;
}

/** `unanswered`: every choice calls tools, so that the answer which was promised is still to come; this judges nobody. */
export type AnswerCheck = 'kept' | 'broken' | 'unanswered';

/** The mechanical checks of one call's answers: they decide a cascade, and judge the task of a group for each model that answered. */
export class AnswerChecks {
  /** For the call log, in plain words. */
  readonly notes: string[] = [];
  private readonly broken = new Set<string>();

  constructor(
    private readonly contract: AnswerContract,
    private readonly verdicts: AnswerVerdicts,
  ) {}

  check(model: string, { answers }: AnswerFacts): AnswerCheck {
    if (answers.length === 0) return 'unanswered';
    const violation = answers.map((text) => findViolation(text, this.contract)).find(isGiven);
    if (violation === undefined) this.noteSchema(model, answers);
    else this.notes.push(`The answer of ${model} breaks its response format: ${violation}.`);
    if (violation === undefined) this.broken.delete(model);
    else this.broken.add(model);
    this.verdicts.judged(model, violation === undefined);
    return violation === undefined ? 'kept' : 'broken';
  }

  /** The model's last answer broke its contract. */
  isBroken(model: string): boolean {
    return this.broken.has(model);
  }

  cascaded(model: string, escalated: boolean): void {
    this.verdicts.cascaded(model, escalated);
  }

  private noteSchema(model: string, answers: readonly string[]): void {
    const { schema } = this.contract;
    if (schema === undefined) return;
    const faults = answers.map((text) => findSchemaFault(text, schema));
    const fault = faults.find(isGiven);
    if (fault !== undefined) this.notes.push(`The answer of ${model} breaks its JSON schema: ${fault}.`);
    else if (!faults.includes(undefined)) this.notes.push(`The answer of ${model} keeps its JSON schema.`);
  }
}

function isGiven(fault: string | undefined): fault is string {
  return fault !== undefined && fault !== '';
}
