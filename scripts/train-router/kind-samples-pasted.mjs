import { PERSONA_PROMPTS } from './kind-seed-asks.mjs';
import {
  AGENT_BLOCKS,
  AGENT_SYSTEMS,
  AGENT_WRAPS,
  COMMAND_LINE_ASKS,
  DEVELOPER_ASKS,
} from './kind-seed-developers.mjs';
import { PLAIN_TEMPLATES } from './complexity-seed-templates.mjs';
import { FIXED_SYSTEMS, FIXED_TEMPLATES } from './kind-seed-fixed.mjs';
import { FOREIGN_LINES, FORMED_INPUTS, INPUT_LINES } from './kind-seed-inputs.mjs';
import {
  CODES,
  CODE_WORDS,
  DIALOGUES,
  ERRORS,
  ERROR_WORDS,
  MAILS,
  MAIL_WORDS,
  ROLE_ASKS,
} from './kind-seed-pasted.mjs';
import { PEOPLE_SYSTEMS } from './kind-seed-people.mjs';
import { CUSTOMER_LINES } from './kind-seed-rules.mjs';
import { EXERCISE_ASKS, SHORT_ASKS, STRUCTURED_ASKS } from './kind-seed-structured.mjs';
import { pick, shuffled, system, user } from './kind-seeds.mjs';

const SYSTEMS = [...PERSONA_PROMPTS, ...PEOPLE_SYSTEMS];
const GROUPS = 6;

/** Pasted texts and forms in people's hands, then the same under instructions of programs: `{body, machine, source, weight}`. */
export function* pastedSamples(random) {
  yield* pastedByPeople(random);
  yield* formedByPeople(random);
  yield* developers(random);
  yield* fixedPrograms(random);
}

function* pastedByPeople(random) {
  const pairs = [
    [MAILS, MAIL_WORDS, 4],
    [DIALOGUES, MAIL_WORDS, 5],
    [ERRORS, ERROR_WORDS, 4],
    [CODES, CODE_WORDS, 8],
  ];
  for (const [texts, words, copies] of pairs)
    for (const [index, text] of texts.entries()) {
      const said = sayer('people pasted', index);
      yield said([user(text)]);
      for (const word of shuffled(words, random).slice(0, copies))
        yield said([user(`${text}\n\n${word}`)], 0.7);
      yield said([user(`${pick(words, random)}\n\n${text}`)], 0.7);
      yield said([system(pick(SYSTEMS, random)), user(`${text}\n\n${pick(words, random)}`)], 0.5);
      if (index % 2 === 0) yield said([system(pick(SYSTEMS, random)), user(text)], 0.4);
    }
}

function* formedByPeople(random) {
  for (const [name, asks] of [
    ['formed', STRUCTURED_ASKS],
    ['exercises', EXERCISE_ASKS],
    ['short', SHORT_ASKS],
    ['roles', ROLE_ASKS],
  ])
    for (const [index, ask] of asks.entries()) {
      const said = sayer(`people ${name}`, index);
      yield said([user(ask)]);
      yield said([system(pick(SYSTEMS, random)), user(ask)], 0.5);
    }
}

function* developers(random) {
  for (const [index, ask] of [...DEVELOPER_ASKS, ...COMMAND_LINE_ASKS].entries()) {
    const said = sayer('people developers', index);
    yield said([user(ask)]);
    yield said([user(`${pick(AGENT_BLOCKS, random)}${ask}`)], 0.5);
    yield said([user(pick(AGENT_WRAPS, random).replace('{}', () => ask))], 0.5);
    yield said([system(pick(AGENT_SYSTEMS, random)), user(ask)], 0.5);
    if (index % 3 === 0) yield said([system(pick(SYSTEMS, random)), user(ask)], 0.5);
  }
}

/** Every kind of input, those of people as often as the others. */
function inputKinds() {
  return [
    INPUT_LINES,
    FOREIGN_LINES,
    FORMED_INPUTS,
    CUSTOMER_LINES,
    MAILS,
    DIALOGUES,
    ERRORS,
    CODES,
    STRUCTURED_ASKS,
    DEVELOPER_ASKS,
    EXERCISE_ASKS,
  ];
}

function* fixedPrograms(random) {
  const kinds = inputKinds();
  for (const [index, template] of FIXED_TEMPLATES.entries()) {
    const asked = asker(index);
    for (const kind of shuffled(kinds, random).slice(0, 6))
      yield asked([user(template.replace('{}', () => pick(kind, random)))], 0.6);
    const gap = template.indexOf('\n\n');
    const instruction = template.slice(0, gap);
    if (!instruction.includes('{}'))
      for (const kind of shuffled(kinds, random).slice(0, 3))
        yield asked([system(instruction), user(pick(kind, random))], 0.5);
  }
  for (const [index, text] of PLAIN_TEMPLATES.entries()) yield asker(index)([user(text)], 0.6);
  for (const [index, instruction] of FIXED_SYSTEMS.entries()) {
    const asked = asker(index);
    for (const kind of shuffled(kinds, random).slice(0, 6))
      yield asked([system(instruction), user(pick(kind, random))], 0.6);
    yield asked([user(`${instruction}\n\n${pick(pick(kinds, random), random)}`)], 0.5);
  }
}

function sayer(name, index) {
  return (messages, weight = 1) => ({
    source: `${name} ${index % GROUPS}`,
    machine: false,
    body: { messages },
    weight,
  });
}

function asker(index) {
  return (messages, weight) => ({
    source: `programs fixed ${index % (2 * GROUPS)}`,
    machine: true,
    body: { messages },
    weight,
  });
}
