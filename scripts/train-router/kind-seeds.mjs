import { ASK_SEEDS, PERSONA_PROMPTS, QUESTION_SEEDS, TOPIC_SEEDS } from './kind-seed-asks.mjs';
import { TASK_SEEDS } from './kind-seed-tasks.mjs';
import { ASSISTANTS, ASSISTANT_RULES, CUSTOMER_LINES, ENGINES, ENGINE_RULES } from './kind-seed-rules.mjs';
import { INSTRUCTION_SEEDS, SPOKEN_SEEDS, TEMPLATE_SEEDS } from './kind-seed-templates.mjs';

/** Requests made of the invented instructions, inputs and asks: `{body, machine, source, weight}`. */
export function seedSamples(random) {
  return [
    ...taskSamples(random),
    ...templateSamples(random),
    ...askSamples(random),
    ...questionSamples(random),
    ...ruledSamples(random),
  ];
}

function* taskSamples(random) {
  for (const [language, seeds] of Object.entries(TASK_SEEDS)) {
    for (const instruction of seeds.instructions) {
      for (const layout of shuffled(LAYOUTS, random).slice(0, 5))
        yield {
          source: `seed ${language}`,
          machine: true,
          body: { messages: layout(instruction, seeds, random) },
        };
    }
  }
}

const LONG_LINES = TASK_SEEDS.en.data.filter((line) => line.length > 25);

function* templateSamples(random) {
  const seeds = TASK_SEEDS.en;
  const request = (messages, index) => ({
    source: `seed templates ${index % 8}`,
    machine: true,
    body: { messages },
  });
  for (const [index, template] of [...TEMPLATE_SEEDS, ...SPOKEN_SEEDS].entries()) {
    for (let copy = 0; copy < 3; copy += 1) yield request([user(filled(template, random))], index);
    const text = filled(template, random);
    const gap = text.indexOf('\n');
    if (gap > 10) yield request([system(text.slice(0, gap)), user(text.slice(gap).trim())], index);
  }
  for (const [index, instruction] of INSTRUCTION_SEEDS.entries()) {
    for (const layout of SYSTEM_LAYOUTS)
      for (let copy = 0; copy < 2; copy += 1) yield request(layout(instruction, seeds, random), index);
    yield request([user(`${instruction}\n\n${pick(seeds.data, random)}`)], index);
  }
}

const LABEL_ROWS = [
  'sports, politics, science',
  'positive / negative',
  'refund, replace, escalate',
  'A or B',
  'fruit; tool; animal',
];
const OPTION_ROWS = [
  'A) red\nB) blue\nC) green',
  '- a lake\n- a river\n- a sea',
  '1. copper\n2. iron\n3. tin',
  '(a) he left (b) he stayed',
];
const WORD_ROWS = ['river', 'copper', 'garden', 'Lisbon', 'bread', 'engine', 'winter', 'violin'];

/** A template with its gaps filled from `lines`, by default the invented ones. */
export function filled(template, random, lines = LONG_LINES) {
  const fill = {
    text: () =>
      shuffled(lines, random)
        .slice(0, 2 + Math.floor(random() * 6))
        .join(' '),
    line: () => pick(lines, random),
    word: () => pick(WORD_ROWS, random),
    question: () => pick(QUESTION_ROWS, random),
    options: () => pick(OPTION_ROWS, random),
    labels: () => pick(LABEL_ROWS, random),
  };
  return template.replace(/\{(text|line|word|question|options|labels)\}/g, (_, name) => fill[name]());
}

const QUESTION_ROWS = [
  'What colour was the car?',
  'Which metal is the best conductor?',
  'When did the caller first notice the problem?',
  'Who signed the contract?',
  'Where is energy stored in plants?',
];

const SYSTEM_LAYOUTS = [
  (instruction, seeds, random) => [
    system(instruction),
    user(pick([...seeds.data, ...WORD_ROWS, ...QUESTION_ROWS], random)),
  ],
  (instruction, seeds, random) => [
    system(instruction),
    ...[1, 2].flatMap(() => [
      user(pick(seeds.data, random)),
      assistant(pick([...seeds.answers, ...QUESTION_ROWS, ...WORD_ROWS], random)),
    ]),
    user(pick(seeds.data, random)),
  ],
];

const LAYOUTS = [
  (instruction, seeds, random) => [
    user(`${instruction}\n\n${pick(seeds.slots, random)}: ${pick(seeds.data, random)}`),
  ],
  (instruction, seeds, random) => [user(`${instruction}\n\n${pick(seeds.data, random)}`)],
  (instruction, seeds, random) => [user(`${instruction}\n${pick(seeds.data, random)}`)],
  (instruction, seeds, random) => [system(instruction), user(pick(seeds.data, random))],
  (instruction, seeds, random) => [
    system(instruction),
    user(`${pick(seeds.slots, random)}: ${pick(seeds.data, random)}`),
  ],
  (instruction, seeds, random) => [
    user(
      `${instruction}\n\n${pick(seeds.slots, random)}: ${pick(seeds.data, random)}\n${pick(seeds.outs, random)}:`,
    ),
  ],
  (instruction, seeds, random) => [
    user(`${pick(seeds.slots, random)}: ${pick(seeds.data, random)}\n\n${instruction}`),
  ],
  (instruction, seeds, random) => [
    user(`${instruction}\n\n"""\n${pick(seeds.data, random)}\n${pick(seeds.data, random)}\n"""`),
  ],
  (instruction, seeds, random) => {
    const tag = pick(['text', 'input', 'document', 'message'], random);
    return [user(`${instruction}\n\n<${tag}>${pick(seeds.data, random)}</${tag}>`)];
  },
  (instruction, seeds, random) => {
    const slot = pick(seeds.slots, random);
    const out = pick(seeds.outs, random);
    const example = () => `${slot}: ${pick(seeds.data, random)}\n${out}: ${pick(seeds.answers, random)}`;
    return [
      user(`${instruction}\n\n${example()}\n\n${example()}\n\n${slot}: ${pick(seeds.data, random)}\n${out}:`),
    ];
  },
  (instruction, seeds, random) => {
    const shots = [1, 2].flatMap(() => [
      user(pick(seeds.data, random)),
      assistant(pick(seeds.answers, random)),
    ]);
    return [system(instruction), ...shots, user(pick(seeds.data, random))];
  },
  (instruction, seeds, random) => [
    system(pick(PERSONA_PROMPTS.slice(0, 1), random)),
    user(`${instruction}\n\n${pick(seeds.data, random)}`),
  ],
  (instruction, seeds, random) => [user(`${instruction.replace(/[.。]$/, '')}: ${pick(seeds.data, random)}`)],
  (instruction, seeds, random) => [
    user(
      `### Instruction\n${instruction}\n\n### ${pick(seeds.slots, random)}\n${pick(seeds.data, random)}\n\n### ${pick(seeds.outs, random)}\n`,
    ),
  ],
];

function* askSamples(random) {
  for (const [language, asks] of Object.entries(ASK_SEEDS)) {
    for (const ask of asks) {
      const source = `seed ${language}`;
      yield { source, machine: false, body: { messages: [user(ask)] } };
      for (const prompt of shuffled(PERSONA_PROMPTS, random).slice(0, 3))
        yield { source, machine: false, body: { messages: [system(prompt), user(ask)] } };
      const before = pick(asks, random);
      const prompt = pick(PERSONA_PROMPTS, random);
      const reply = pick(
        ['Sure, what exactly do you need?', 'Of course! Tell me more.', 'Here you go.'],
        random,
      );
      yield {
        source,
        machine: false,
        body: { messages: [system(prompt), user(before), assistant(reply), user(ask)] },
      };
    }
  }
}

function* questionSamples(random) {
  for (const [index, question] of QUESTION_SEEDS.entries()) {
    for (let copy = 0; copy < 5; copy += 1) {
      const topics = shuffled(TOPIC_SEEDS, random);
      const ask = user(question.replace(/\{topic\}/g, () => topics.pop()));
      const messages = copy < 3 ? [ask] : [system(pick(PERSONA_PROMPTS, random)), ask];
      yield { source: `seed questions ${index % 4}`, machine: false, body: { messages } };
    }
  }
}

function* ruledSamples(random) {
  for (let copy = 0; copy < 24; copy += 1) {
    for (const intro of ASSISTANTS)
      yield ruled({ intro, rules: ASSISTANT_RULES, machine: false, copy }, random);
    for (const intro of ENGINES) yield ruled({ intro, rules: ENGINE_RULES, machine: true, copy }, random);
  }
}

function ruled({ intro, rules, machine, copy }, random) {
  const chosen = shuffled(rules, random).slice(
    0,
    (machine ? 1 : 2) + Math.floor(random() * (machine ? 4 : 8)),
  );
  const heading = pick(['', '\n\nRules:', '\n\n# Rules', '\n'], random);
  const text = heading === '' ? ` ${chosen.join(' ')}` : `${heading}\n- ${chosen.join('\n- ')}`;
  const lines = shuffled(CUSTOMER_LINES, random);
  const messages = [system(intro + text), user(lines[0])];
  if (!machine && copy % 4 === 3)
    messages.push(assistant('Sure, may I have your number first?'), user(lines[1]));
  return { source: `seed rules ${copy % 8}`, machine, body: { messages } };
}

export const system = (content) => ({ role: 'system', content });
export const user = (content) => ({ role: 'user', content });
export const assistant = (content) => ({ role: 'assistant', content });

export function pick(list, random) {
  return list[Math.floor(random() * list.length)];
}

export function shuffled(list, random) {
  const copy = [...list];
  for (let index = copy.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [copy[index], copy[other]] = [copy[other], copy[index]];
  }
  return copy;
}

/** Mulberry32: the same numbers for the same seed, everywhere. */
export function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
