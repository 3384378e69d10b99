import { PERSONA_PROMPTS, SHOWN_SEEDS } from './kind-seed-asks.mjs';
import { TASK_SEEDS } from './kind-seed-tasks.mjs';
import { INSTRUCTION_SEEDS, SPOKEN_SEEDS, TEMPLATE_SEEDS } from './kind-seed-templates.mjs';
import { filled, pick, system, user } from './kind-seeds.mjs';

/** What a row teaches: itself, and the same request laid out in other ways. */
export function samplesOf(row, random) {
  const { source, labels, body } = row;
  const machine = labels.kind === 'machine';
  const base = { source, machine, ambiguous: labels.ambiguous === true };
  const bodies = machine ? machineBodies(body, labels, random) : personBodies(body, random);
  return [
    ...bodies.map((variant, index) => ({ ...base, body: variant, weight: index === 0 ? 1 : 0.5 })),
    ...(machine ? rewrapped(row, random) : []),
  ];
}

const TEXTUAL = [...SPOKEN_SEEDS, ...TEMPLATE_SEEDS].filter((template) => /\{(?:text|line)\}/.test(template));
const WITH_TEXT = SPOKEN_SEEDS.filter((template) => template.includes('{text}'));

/** The row's input under other templates, and shown by a person: an input says nothing about who sends it. */
function rewrapped({ source, body, labels }, random) {
  const data = labels.task === 'tool-loop' ? '' : inputOf(body);
  if (data.length < 25) return [];
  const sample = (machine, messages, weight) => ({
    source,
    machine,
    ambiguous: false,
    body: { messages },
    weight,
  });
  return [
    sample(true, [user(filled(pick(TEXTUAL, random), random, [data]))], 0.4),
    sample(true, [user(filled(pick(WITH_TEXT, random), random, [data]))], 0.4),
    sample(true, [system(pick(INSTRUCTION_SEEDS, random)), user(data)], 0.3),
    ...(random() < 0.5
      ? [sample(false, [user(filled(pick(SHOWN_SEEDS, random), random, [data]))], 0.4)]
      : []),
  ];
}

/** What a template was filled with, as far as its layout shows: below a system prompt, after a label or an empty line. */
function inputOf({ messages }) {
  const text = messages.at(-1).content;
  if (messages[0].role === 'system') return text.trim();
  const label = text.lastIndexOf('\nInput:');
  if (label >= 0)
    return text
      .slice(label + 7)
      .replace(/\nOutput:\s*$/, '')
      .trim();
  const gap = text.indexOf('\n\n');
  return gap < 0 ? '' : text.slice(gap).trim();
}

function machineBodies(body, labels, random) {
  // A plain question under response_format is machine-shaped by that alone: its words teach nothing.
  if (body.response_format !== undefined && labels.template_id === undefined) return [];
  const { messages } = body;
  const bodies = [{ messages }];
  const [first, second] = messages;
  if (labels.task === 'tool-loop') return bodies;
  if (messages.length === 2 && first.role === 'system') {
    bodies.push({ messages: [user(`${first.content}\n\n${second.content}`)] });
    bodies.push({ messages: [first, user(`${pick(slots, random)}: ${second.content}`)] });
  }
  if (messages.length === 1) {
    const { content } = first;
    bodies.push({ messages: [user(relabelled(content, random))] });
    bodies.push({ messages: [system(PERSONA_PROMPTS[0]), first] });
    const gap = content.indexOf('\n');
    if (gap > 20 && content.length - gap > 5)
      bodies.push({ messages: [system(content.slice(0, gap).trim()), user(content.slice(gap).trim())] });
  }
  return bodies;
}

const languages = Object.values(TASK_SEEDS);
const slots = languages.flatMap((seeds) => seeds.slots);
const outs = languages.flatMap((seeds) => seeds.outs);

/** Other words, also of other languages, where a template names its input and its output. */
function relabelled(content, random) {
  const slot = pick(slots, random);
  const out = pick(outs, random);
  return content
    .replace(/^(?:Input|Text|Data|Context|Message|Utterance|Question)(?=:)/gim, slot)
    .replace(/^(?:Output|Answer|Intent|Summary)(?=:)/gim, out)
    .replace(/^(?:Definition|Task): /i, '');
}

function personBodies(body, random) {
  const messages = body.messages;
  const own = messages.filter(({ role }) => role !== 'system');
  const bodies = [{ messages, tools: body.tools }];
  bodies.push({ messages: own });
  bodies.push({ messages: [system(pick(PERSONA_PROMPTS, random)), ...own] });
  // What a person wrote first was a request of its own.
  if (own.length > 2) {
    bodies.push({ messages: own.slice(0, 1) });
    bodies.push({ messages: [system(pick(PERSONA_PROMPTS, random)), ...own.slice(0, 3)] });
  }
  return bodies;
}
