import type { RequestShape } from './request-shape.js';
import { WAITING } from './task-markers.js';
import { CONSTRAINT } from '../../lib/words/task-words.js';

const SHORT = 200;
/** What people do not say of what they type behind it, in the languages most requests come in. */
const TEMPLATE_WORDS =
  /(?<!\p{L})(?:following|given|below|above|input|folgende|nachstehend|obige|gegeben|suivant|ci-dessous|siguiente|seguente|seguinte|abaixo|následující|poniższ|następując|следующ|ниже|följande|følgende|volgende|aşağıdaki)|以下|下列|上述|다음/iu;

/**
 * Instruction and input in one short line, and nothing that fixes how the answer must look: a program may send it, but so may a
 * person, and what is ambiguous is conversation (spec, "Routing concepts"). More is asked of its words then.
 */
export function isTypedInOneGo(shape: Line & Pick<RequestShape, 'taskMarkers'>): boolean {
  return (shape.taskMarkers & (CONSTRAINT | WAITING)) === 0 && isOneLine(shape);
}

/** The same where the line may say how the answer must look. */
export function isOneLine({ system, ask, personTurns, strictFormat }: Line): boolean {
  return (
    personTurns === 1 &&
    system === '' &&
    !strictFormat &&
    ask.length <= SHORT &&
    !ask.trim().includes('\n') &&
    !TEMPLATE_WORDS.test(ask)
  );
}

type Line = Pick<RequestShape, 'system' | 'ask' | 'personTurns' | 'strictFormat'>;
