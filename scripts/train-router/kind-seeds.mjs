import { ASK_SEEDS, PERSONA_PROMPTS } from './kind-seed-asks.mjs';
import { TASK_SEEDS } from './kind-seed-tasks.mjs';

/** Requests made of the invented instructions, inputs and asks: `{body, machine, source, weight}`. */
export function seedSamples(random) {
  return [...taskSamples(random), ...askSamples(random)];
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
