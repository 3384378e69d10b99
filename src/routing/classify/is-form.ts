import { CONSTRAINT, POINTER, taskWordsOf } from '../../lib/words/task-words.js';
import { tokenize } from '../../lib/words/tokens.js';
import type { RequestShape } from './request-shape.js';
import { WAITING } from './task-markers.js';
import { DATA_MARK } from './task-frame.js';

const LONGEST_FORM = 700;
const LONGEST_LINE = 160;
const MIN_FIELDS = 2;
/** `Budget: 400`, `- Budget: 400`. */
const FIELD = /^(?:[-*•] |\d{1,2}[.)] )?\p{L}[\p{L}\p{N}'’ ]{0,30}?[:：]\s?\S/u;

/**
 * What somebody asks in the form of fields (`Car: 2009 hatchback`, `Noise: clicking`, `worth fixing?`), where nothing says what is to
 * be done with an input that it names: programs send such forms too, but so do people, and what is ambiguous is conversation.
 */
export function isForm({ system, ask, frame, personTurns, strictFormat, taskMarkers }: Form): boolean {
  if (personTurns !== 1 || system !== '' || strictFormat || ask.length > LONGEST_FORM) return false;
  if ((taskMarkers & WAITING) !== 0) return false;
  if ((taskMarkers & POINTER) !== 0 && frame.includes(DATA_MARK)) return false;
  const lines = ask.split('\n').filter((line) => line.trim() !== '');
  if (lines.some((line) => line.length > LONGEST_LINE)) return false;
  const fields = lines.filter((line) => FIELD.test(line.trim())).length;
  return (fields >= MIN_FIELDS && 2 * fields > lines.length) || isListOfPoints(lines);
}

const LONGEST_CLOSING = 80;
const LONGEST_NAME = 3;

/**
 * Whether a form ends with a question of its own that speaks of none of its fields: `What would you do?`, `worth fixing?`. A
 * template asks about what it was given: `Does the premise entail the hypothesis?`
 */
export function asksAtTheEnd({ ask }: Pick<RequestShape, 'ask'>): boolean {
  const lines = ask.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim().toLowerCase()]));
  const last = lines.at(-1) ?? '';
  if (last.length > LONGEST_CLOSING || FIELD.test(last) || !ASKS.test(last)) return false;
  const names = lines.flatMap((line) => NAME.exec(line)?.[1]?.split(' ') ?? []);
  return !names.some((name) => name.length >= LONGEST_NAME && last.includes(name));
}

const ASKS = /[?？]$/;
/** What stands before the colon of a field. */
const NAME = /^(?:[-*•] |\d{1,2}[.)] )?(\p{L}[\p{L}\p{N}'’ ]{0,30}?)[:：]/u;

const POINT = /^\s*(?:[-*•–]|\d{1,2}[.)])\s/;
const OPENS_LIST = /[:：]\s*$/;

/** `Please fix:`, with nothing but points below: what is to be done, and no input that it is done to. */
function isListOfPoints([first = '', ...points]: readonly string[]): boolean {
  return (
    points.length >= MIN_FIELDS &&
    OPENS_LIST.test(first) &&
    points.every((line) => POINT.test(line)) &&
    (taskWordsOf(tokenize(first, FIRST_TOKENS)) & (CONSTRAINT | POINTER)) === 0
  );
}

const FIRST_TOKENS = 30;

type Form = Pick<RequestShape, 'system' | 'ask' | 'frame' | 'personTurns' | 'strictFormat' | 'taskMarkers'>;
