/** What a machine-shaped request asks for. */
export type TaskKind =
  | 'classification'
  | 'extraction'
  | 'summarizing'
  | 'translation'
  | 'rewriting'
  | 'strict-format'
  | 'template'
  | 'tool-loop'
  | 'code'
  | 'question-answering'
  | 'other';

/** A person in dialogue with the model, or a program that hands it a task. What is ambiguous is conversation. */
export interface Classification {
  readonly kind: 'conversation' | 'machine';
  /** Of machine-shaped requests only. */
  readonly task: TaskKind | undefined;
  /** 0 (surely a person) to 1 (surely a program). */
  readonly machineScore: number;
  /** A short instruction, one shot, no code, a clear task, and surely machine-shaped: what the Small tier may serve. */
  readonly quick: boolean;
  /** In plain words, for the decision's `reasons`. */
  readonly reasons: readonly string[];
}
