import { writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { ComplexityScorer } from '../../src/routing/complexity/complexity-scorer.js';
import { judgedText } from '../../src/routing/complexity/judged-text.js';
import { readAsk } from '../../src/routing/complexity/read-ask.js';
import { EASY_SEEDS } from './complexity-seeds.mjs';
import { fitComplexity } from './complexity-fit.mjs';
import { samplesOfOutcomes, samplesOfRows, samplesOfTasks, seedSamples } from './complexity-samples.mjs';
import { viewOf } from './fit-kind.mjs';
import { readRows } from './read-rows.mjs';

const WEIGHTS = new URL('../../src/routing/complexity/complexity-weights.json', import.meta.url);
const QUANTILES = 100;
const SEED_WEIGHT = 4;
const TASK_WEIGHT = 0.3;

/** Fits the complexity model, sets it against ordinary traffic, and writes both. */
export async function trainComplexity({ log = console.log } = {}) {
  const rows = readRows('difficulty.jsonl');
  const requests = readRows('requests.jsonl');
  const samples = [
    ...samplesOfRows(rows),
    ...samplesOfOutcomes(readRows('outcomes.jsonl')),
    ...samplesWithoutOutcome(requests),
  ];
  const stored = fitComplexity(samples);
  const scorer = ComplexityScorer.fromStored(stored);
  const gains = ordinaryTraffic(rows, requests)
    .map((text) => scorer.expectedGain(readAsk(text)))
    .sort((left, right) => left - right);
  stored.quantiles = Array.from({ length: QUANTILES + 1 }, (_, step) =>
    Number(gains[Math.round((step / QUANTILES) * (gains.length - 1))].toPrecision(5)),
  );
  writeFileSync(WEIGHTS, await format(JSON.stringify(stored), { parser: 'json', printWidth: 110 }));
  log(`complexity: ${samples.length} samples, ${gains.length} asks of ordinary traffic`);
}

/** What training learns from besides outcomes. */
export function samplesWithoutOutcome(requests) {
  return [...seedSamples({ weight: SEED_WEIGHT }), ...samplesOfTasks(requests, { weight: TASK_WEIGHT })];
}

/** Exams, people's asks in equal part, and small talk: the mixture that a threshold is a share of. */
function ordinaryTraffic(difficulty, requests) {
  const asks = requests.filter(({ labels }) => labels.kind === 'conversation').map(askOf);
  const exams = difficulty.map(askOf).filter((_, index) => index % 4 === 0);
  return [...asks, ...exams, ...EASY_SEEDS].filter((text) => text !== '');
}

function askOf({ body }) {
  return judgedText(viewOf(body));
}
