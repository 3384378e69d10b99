import { PERSONA_PROMPTS, SHOWN_SEEDS } from './kind-seed-asks.mjs';
import { FOREIGN_LINES, FORMED_INPUTS, INPUT_LINES } from './kind-seed-inputs.mjs';
import { FOLLOW_UPS, PEOPLE_SEEDS, PEOPLE_SHOW, PEOPLE_SYSTEMS } from './kind-seed-people.mjs';
import { FOREIGN_TEMPLATES, PROGRAM_SYSTEMS, PROGRAM_TEMPLATES } from './kind-seed-programs.mjs';
import { CUSTOMER_LINES } from './kind-seed-rules.mjs';
import { SPOKEN_ASKS, SPOKEN_TEMPLATES } from './kind-seed-spoken.mjs';
import { INSTRUCTION_SEEDS, SPOKEN_SEEDS, TEMPLATE_SEEDS } from './kind-seed-templates.mjs';
import { assistant, filled, pick, shuffled, system, user } from './kind-seeds.mjs';

const LINES = [...INPUT_LINES, ...INPUT_LINES, ...FOREIGN_LINES];
const SYSTEMS = [...PERSONA_PROMPTS, ...PEOPLE_SYSTEMS];
const SHORT_ANSWERS = [
  'yes',
  'B',
  'other',
  '3',
  'Porto',
  'none',
  'high',
  '{"a": 1}',
  'The vote was put off.',
];
const LONG_ANSWERS = [
  'Sure! Here is a first version. Tell me what you would like to change.',
  'There are a few things to consider. First, look at the costs. Then think about the time that you have.',
  'Of course.',
  'That depends on the size of it. Could you tell me more about what you have tried so far?',
];

/** Requests made of the invented work of programs and messages of people: `{body, machine, source, weight}`. */
export function* requestSamples(random) {
  yield* programSamples(random);
  yield* programSystemSamples(random);
  yield* peopleSamples(random);
  yield* shownSamples(random);
  yield* customerSamples(random);
  yield* spokenSamples(random);
}

/** A template's gaps filled, also those for inputs with a form. */
export function fill(template, random, lines = LINES) {
  return filled(
    template.replaceAll('{form}', () => pick(FORMED_INPUTS, random)),
    random,
    lines,
  );
}

function* programSamples(random) {
  const templates = [...PROGRAM_TEMPLATES, ...FOREIGN_TEMPLATES];
  for (const [index, template] of templates.entries()) {
    const request = (messages) => ({
      source: `programs ${index % 12}`,
      machine: true,
      body: { messages },
      weight: 0.7,
    });
    const foreign = index >= PROGRAM_TEMPLATES.length ? FOREIGN_LINES : LINES;
    for (let copy = 0; copy < 3; copy += 1) yield request([user(fill(template, random, foreign))]);
    const text = fill(template, random, foreign);
    const gap = text.indexOf('\n');
    if (gap > 10) yield request([system(text.slice(0, gap)), user(text.slice(gap).trim())]);
  }
  for (const [index, template] of [...TEMPLATE_SEEDS, ...SPOKEN_SEEDS].entries())
    yield {
      source: `programs ${index % 12}`,
      machine: true,
      body: { messages: [user(fill(template, random))] },
      weight: 0.7,
    };
}

function* programSystemSamples(random) {
  const inputs = () => pick(random() < 0.75 ? LINES : FORMED_INPUTS, random);
  for (const [index, instruction] of [...PROGRAM_SYSTEMS, ...INSTRUCTION_SEEDS].entries()) {
    const request = (messages) => ({
      source: `programs ${index % 12}`,
      machine: true,
      body: { messages },
      weight: 0.7,
    });
    yield request([system(instruction), user(inputs())]);
    yield request([system(instruction), user(`${inputs()} ${inputs()}`)]);
    yield request([user(`${instruction}\n\n${inputs()}`)]);
    const shots = [1, 2].flatMap(() => [user(inputs()), assistant(pick(SHORT_ANSWERS, random))]);
    yield request([system(instruction), ...shots, user(inputs())]);
  }
}

function* peopleSamples(random) {
  for (const [language, asks] of Object.entries(PEOPLE_SEEDS)) {
    for (const [index, ask] of asks.entries()) {
      const said = (messages, weight = 1) => ({
        source: `people ${language} ${index % 6}`,
        machine: false,
        body: { messages },
        weight,
      });
      yield said([user(ask)]);
      for (const prompt of shuffled(SYSTEMS, random).slice(0, 2))
        yield said([system(prompt), user(ask)], 0.6);
      const prompt = pick(SYSTEMS, random);
      yield said(
        [system(prompt), user(ask), assistant(pick(LONG_ANSWERS, random)), user(pick(FOLLOW_UPS, random))],
        0.5,
      );
    }
  }
}

/** What customers write under an assistant looks like a program's input: only the system prompt tells. */
function* customerSamples(random) {
  for (const [index, prompt] of SYSTEMS.entries()) {
    const said = (line, weight) => ({
      source: `people customers ${index % 6}`,
      machine: false,
      body: { messages: [system(prompt), user(line)] },
      weight,
    });
    for (const line of shuffled(CUSTOMER_LINES, random).slice(0, 4)) yield said(line, 0.6);
    for (const line of shuffled(LINES, random).slice(0, 2)) yield said(line, 0.4);
  }
}

/** The same turns of phrase on both sides. */
function* spokenSamples(random) {
  const said = (machine, messages, index, weight) => ({
    source: `spoken ${index % 6}`,
    machine,
    body: { messages },
    weight,
  });
  for (const [index, template] of SPOKEN_TEMPLATES.entries()) {
    const isEnglish = /^[ -~\n]*$/.test(template);
    for (let copy = 0; copy < 4; copy += 1) {
      const lines = isEnglish || copy === 3 ? LINES : FOREIGN_LINES;
      yield said(true, [user(fill(template, random, lines))], index, 0.7);
    }
  }
  for (const [index, ask] of SPOKEN_ASKS.entries()) {
    yield said(false, [user(ask)], index, 1);
    yield said(false, [system(pick(SYSTEMS, random)), user(ask)], index, 0.6);
  }
}

function* shownSamples(random) {
  for (const [index, template] of [...PEOPLE_SHOW, ...SHOWN_SEEDS].entries()) {
    for (let copy = 0; copy < 4; copy += 1) {
      const ask = user(fill(template, random));
      const messages = copy < 3 ? [ask] : [system(pick(SYSTEMS, random)), ask];
      yield { source: `people shown ${index % 6}`, machine: false, body: { messages }, weight: 0.7 };
    }
  }
}
