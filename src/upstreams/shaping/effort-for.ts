import type { ReasoningFacts } from '../../catalog/catalog-model.js';
import type { ReasoningControl } from '../../wire/openai/read-reasoning-control.js';

/** From no thinking to the most, over all vendors. */
const SCALE = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
/** What thinking is where only "on" is said. */
const TYPICAL_GRADE = 'medium';
/** Budgets in tokens that each grade stands for, as the marketplace reads them the other way round. */
const BUDGET_GRADES: readonly (readonly [number, string])[] = [
  [2_048, 'low'],
  [8_192, 'medium'],
  [24_576, 'high'],
];

/**
 * The `reasoning_effort` that says what the caller said, in the words of a model with graded effort; `undefined`: say nothing.
 * Off becomes the model's off value, or its lowest grade where it cannot be off (contract section 5). A grade that the model
 * does not know becomes the nearest one it knows.
 */
export function effortFor(control: ReasoningControl, facts: ReasoningFacts | undefined): string | undefined {
  if (facts === undefined || facts.efforts.length === 0) return undefined;
  switch (control.kind) {
    case 'absent':
      return undefined;
    case 'on':
      return facts.defaultOn ? undefined : nearest(TYPICAL_GRADE, facts.efforts);
    case 'off':
      return facts.offEffort ?? (facts.canBeOff ? undefined : facts.efforts[0]);
    case 'budget':
      return nearest(
        BUDGET_GRADES.find(([tokens]) => control.maxTokens <= tokens)?.[1] ?? 'xhigh',
        facts.efforts,
      );
    case 'graded':
      return nearest(control.effort, facts.efforts);
  }
}

function nearest(wanted: string, efforts: readonly string[]): string {
  if (efforts.includes(wanted)) return wanted;
  const place = gradeOf(wanted);
  // An unknown word is the provider's to judge.
  if (place < 0) return wanted;
  return efforts.reduce((best, effort) =>
    Math.abs(gradeOf(effort) - place) < Math.abs(gradeOf(best) - place) ? effort : best,
  );
}

function gradeOf(effort: string): number {
  return SCALE.findIndex((grade) => grade === effort);
}
