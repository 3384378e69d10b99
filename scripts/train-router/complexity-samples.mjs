import { lastAsk } from '../../src/routing/classify/request-shape.js';
import { ComplexityFeatures } from '../../src/routing/complexity/complexity-features.js';
import { readAsk } from '../../src/routing/complexity/read-ask.js';
import { viewOf } from './fit-kind.mjs';
import { EASY_SEEDS, HARD_SEEDS, LONG_TASKS, PLAIN_SENTENCES } from './complexity-seeds.mjs';

/** What a strong model gains on an invented ask: about what it gains on the hardest and easiest of the outcomes. */
const HARD_GAIN = 0.6;
const EASY_GAIN = -0.05;
const LONG_DOCUMENTS = [12, 40, 90, 160];

/** Outcomes that say less of the models than of how they were asked: the options of these questions were lost. */
const UNSOUND = { 'llmrouter-mmlu': { excess: 0.2, weight: 0.2 } };
/** Tasks that small models do about as well, however long the document is. */
const PLAIN_TASKS = new Set(['classification', 'summarization']);
const PLAIN_TASK_GAIN = 0.1;

/** Rows with outcomes, as samples `{row, weak, strong, gain, weight, …vectors}`. */
export function samplesOfRows(rows) {
  const features = new ComplexityFeatures();
  return rows.map((row) => {
    const { weak_score: weak, strong_score: strong } = row.labels;
    const { excess, weight } = UNSOUND[row.source] ?? { excess: 0, weight: 1 };
    const text = lastAsk(viewOf(row.body));
    return { row, weak, strong, gain: strong - weak - excess, weight, ...vectorsOf(features, text) };
  });
}

/** Rows of plain tasks, of which no outcome is known. */
export function samplesOfTasks(requests, { weight }) {
  const features = new ComplexityFeatures();
  return requests
    .filter(({ labels }) => labels.kind === 'machine' && PLAIN_TASKS.has(labels.task))
    .map(({ body }) => ({ gain: PLAIN_TASK_GAIN, weight, ...vectorsOf(features, lastAsk(viewOf(body))) }));
}

/** The invented asks. */
export function seedSamples({ weight }) {
  const features = new ComplexityFeatures();
  const sample = (gain) => (text) => ({ gain, weight, ...vectorsOf(features, text) });
  return [
    ...HARD_SEEDS.map(sample(HARD_GAIN)),
    ...EASY_SEEDS.map(sample(EASY_GAIN)),
    ...longDocuments().map(sample(EASY_GAIN)),
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
