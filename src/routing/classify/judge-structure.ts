import type { RequestShape } from './request-shape.js';

/** What the structure alone says, without reading the words; undefined leaves it to the scorer. */
export interface StructuralVerdict {
  readonly kind: 'conversation' | 'machine';
  readonly toolLoop: boolean;
  readonly score: number;
  readonly reason: string;
}

const LONGEST_EXAMPLE = 400;

export function judgeStructure(shape: RequestShape): StructuralVerdict | undefined {
  if (shape.unknownRoles)
    return conversation('A message has a role that is not known: treated as conversation.');
  if (shape.endsInToolResult) return judgeToolResult(shape);
  if (shape.ask.trim() === '' && shape.system.trim() === '')
    return conversation('No text to judge by: treated as conversation.');
  if (shape.personTurns > 1 && (shape.toolActivity || !mayBeExamples(shape)))
    return conversation(`A dialogue of ${shape.personTurns} turns by a person.`);
  if (shape.toolActivity) return conversation('A person speaks after tools were used.');
  if (shape.strictFormat && shape.personTurns <= 1)
    return machine('One message with a fixed output format', { score: 0.99 });
  if (shape.personTurns <= 1 && shape.taskMarkers === 0)
    return conversation('Nothing in it marks a task of a program: conversation.');
  return undefined;
}

function judgeToolResult(shape: RequestShape): StructuralVerdict {
  if (shape.personTurns > 1)
    return conversation('A person has written again since the first message, between tool results.');
  return machine('The last message is a tool result and nobody has written since the first', {
    score: 0.99,
    toolLoop: true,
  });
}

/** Examples written as turns need somebody who says what they are examples of, or turns that begin with one label. */
function mayBeExamples({ system, assistantTexts, earlierAsks, ask }: RequestShape): boolean {
  if (assistantTexts.length === 0 || assistantTexts.some((text) => text.length > LONGEST_EXAMPLE))
    return false;
  return system !== '' || sharesLabel([...earlierAsks, ask]);
}

function sharesLabel(asks: readonly string[]): boolean {
  const labels = new Set(asks.map((ask) => /^[^\n:：]{2,40}[:：]/.exec(ask)?.[0]));
  return labels.size === 1 && !labels.has(undefined);
}

function conversation(reason: string): StructuralVerdict {
  return { kind: 'conversation', toolLoop: false, score: 0.02, reason };
}

function machine(
  what: string,
  { score, toolLoop = false }: { score: number; toolLoop?: boolean },
): StructuralVerdict {
  return {
    kind: 'machine',
    toolLoop,
    score,
    reason: `${what}: machine-shaped (${score.toFixed(2)}).`,
  };
}
