import { ComplexityFeatures } from '../../src/routing/complexity/complexity-features.js';
import { judgedText } from '../../src/routing/complexity/judged-text.js';
import { readAsk } from '../../src/routing/complexity/read-ask.js';
import { viewOf } from './fit-kind.mjs';
import { EASY_KINDS, HARD_KINDS } from './complexity-seed-kinds.mjs';
import { HARD_TEMPLATES, PLAIN_TEMPLATES } from './complexity-seed-templates.mjs';
import { EASY_SEEDS, HARD_SEEDS, LONG_TASKS, PLAIN_SENTENCES } from './complexity-seeds.mjs';
import { FIXED_SYSTEMS, FIXED_TEMPLATES } from './kind-seed-fixed.mjs';
import { user } from './kind-seeds.mjs';

/** What an invented ask is worth: about the hardest and easiest of the outcomes. */
const HARD_GAIN = 0.65;
const EASY_GAIN = 0;
const LONG_DOCUMENTS = [12, 40, 90, 160];

/** Outcomes that say less of the models than of how they were asked: the options of these questions were lost. */
const UNSOUND = { 'llmrouter-mmlu': { excess: 0.2, weight: 0.2 } };
/** Tasks that small models do about as well, however long the document is. */
const PLAIN_TASKS = new Set(['classification', 'summarization', 'extraction']);
const PLAIN_TASK_GAIN = 0.1;

/**
 * What the score is to expect: the mean of what a strong model gains and of how likely it is right where a weak one is not. The
 * gain alone calls an ask easy that the weak model has right by luck.
 */
export function targetOf(weak, strong) {
  return (strong - weak + strong * (1 - weak)) / 2;
}

/** Rows with outcomes, as samples `{row, weak, strong, gain, weight, …vectors}`. */
export function samplesOfRows(rows, target = targetOf) {
  const features = new ComplexityFeatures();
  return rows.map((row) => {
    const { weak_score: weak, strong_score: strong } = row.labels;
    const { excess, weight } = UNSOUND[row.source] ?? { excess: 0, weight: 1 };
    const text = judgedText(viewOf(row.body));
    return { row, weak, strong, gain: target(weak, strong) - excess, weight, ...vectorsOf(features, text) };
  });
}

/** Outcomes of groups of models; those of the exam that `samplesOfRows` holds already, and its like, teach nothing more. */
const EXAM = /^mmlu/;
const OUTCOME_WEIGHT = 0.3;

export function samplesOfOutcomes(rows, target = targetOf) {
  const features = new ComplexityFeatures();
  return rows
    .filter(({ source }) => !EXAM.test(source))
    .map(({ source, messages, weak, strong }) => ({
      source,
      weak,
      strong,
      gain: target(weak, strong),
      weight: OUTCOME_WEIGHT,
      ...vectorsOf(features, judgedText(viewOf({ messages }))),
    }));
}

/** Rows of plain tasks, of which no outcome is known. */
export function samplesOfTasks(requests, { weight }) {
  const features = new ComplexityFeatures();
  return requests
    .filter(({ labels }) => labels.kind === 'machine' && PLAIN_TASKS.has(labels.task))
    .map(({ body }) => ({
      gain: PLAIN_TASK_GAIN,
      weight,
      ...vectorsOf(features, judgedText(viewOf(body), 'machine')),
    }));
}

/** The invented asks, and the invented tasks of programs: plain ones, whatever their answers look like. */
export function seedSamples({ weight }) {
  const features = new ComplexityFeatures();
  const sample = (gain, ofWeight, kind) => (text) => ({
    gain,
    weight: ofWeight,
    ...vectorsOf(features, judgedText(viewOf({ messages: [user(text)] }), kind)),
  });
  return [
    ...HARD_SEEDS.map(sample(HARD_GAIN, weight)),
    // Each of these kinds has few: outcomes know none of them.
    ...HARD_KINDS.map(sample(HARD_GAIN, 1.5 * weight)),
    ...[...EASY_SEEDS, ...EASY_KINDS].map(sample(EASY_GAIN, weight)),
    ...longDocuments().map(sample(EASY_GAIN, weight)),
    ...[...FIXED_TEMPLATES, ...FIXED_SYSTEMS].map(sample(EASY_GAIN, weight / 3)),
    ...PLAIN_TEMPLATES.map(sample(EASY_GAIN, weight, 'machine')),
    ...HARD_TEMPLATES.map(sample(HARD_GAIN, 1.5 * weight, 'machine')),
  ];
}

function longDocuments() {
  return LONG_TASKS.flatMap((task, index) =>
    LONG_DOCUMENTS.map((sentences, offset) => {
      const document = Array.from(
        { length: sentences },
        (_, place) => PLAIN_SENTENCES[(place * 5 + index + offset) % PLAIN_SENTENCES.length],
      ).join(' ');
      return offset % 2 === 0 ? `${task}\n\n${document}` : `${document}\n\n${task}`;
    }),
  );
}

export function vectorsOf(features, text) {
  const ask = readAsk(text);
  features.read(ask);
  return {
    isExam: ask.options.length > 0,
    words: copyOf(features.words),
    grams: copyOf(features.grams),
    structure: features.structure.slice(),
  };
}

function copyOf({ buckets, values, size }) {
  return { buckets: buckets.slice(0, size), values: values.slice(0, size) };
}
