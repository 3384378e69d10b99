import { ComplexityScorer } from '../../src/routing/complexity/complexity-scorer.js';
import { judgedText } from '../../src/routing/complexity/judged-text.js';
import { readAsk } from '../../src/routing/complexity/read-ask.js';
import { scoreComplexity } from '../../src/routing/complexity/score-complexity.js';
import { rowFoldOf, sourceFoldOf } from './complexity-folds.mjs';
import { fitComplexity } from './complexity-fit.mjs';
import { areaUnderCurve, gainFigures } from './complexity-measures.mjs';
import { samplesOfOutcomes, samplesOfRows } from './complexity-samples.mjs';
import { samplesWithoutOutcome } from './complexity.mjs';
import { viewOf } from './fit-kind.mjs';
import { readRows } from './read-rows.mjs';

/** Prints how well the score sorts asks by what a strong model gains: other rows, then other sources; then its time. */
export function evaluateComplexity({ log = console.log } = {}) {
  const rows = readRows('difficulty.jsonl');
  const samples = samplesOfRows(rows);
  const outcomes = readRows('outcomes.jsonl').filter(({ assumed }) => !assumed);
  const ofOutcomes = samplesOfOutcomes(outcomes);
  const seeds = samplesWithoutOutcome(readRows('requests.jsonl'));
  for (const [title, foldOf] of [
    ['other rows of known sources', rowFoldOf],
    ['whole sources and subjects left out', sourceFoldOf],
  ]) {
    log(`Complexity, ${title}`);
    printParts(judgeFolds(samples, [...ofOutcomes, ...seeds], foldOf), log);
  }
  log('Complexity, outcomes of groups of models, their sources left out');
  printSources(judgeOutcomes(outcomes, { samples, ofOutcomes, seeds }), log);
  printTimes([...rows, ...readRows('requests.jsonl')], log);
}

/** Each row judged by a model that saw no row of its fold. */
function judgeFolds(samples, seeds, foldOf) {
  const folds = samples.map(({ row }) => foldOf(row));
  return [...new Set(folds)].flatMap((fold) => {
    const kept = samples.filter((_, index) => folds[index] !== fold);
    const scorer = ComplexityScorer.fromStored(fitComplexity([...kept, ...seeds]));
    return samples
      .filter((_, index) => folds[index] === fold)
      .map(({ row, weak, strong }) => ({
        row,
        weak,
        strong,
        needed: row.labels.strong_needed,
        score: scorer.expectedGain(readAsk(judgedText(viewOf(row.body)))),
      }));
  });
}

const OUTCOME_FOLDS = 5;

/** Each source of outcomes judged by a model that saw none of it. */
function judgeOutcomes(outcomes, { samples, ofOutcomes, seeds }) {
  const sources = [...new Set(outcomes.map(({ source }) => source))];
  const foldOf = (source) => sources.indexOf(source) % OUTCOME_FOLDS;
  return Array.from({ length: OUTCOME_FOLDS }, (_, fold) => {
    const kept = ofOutcomes.filter(({ source }) => foldOf(source) !== fold);
    const scorer = ComplexityScorer.fromStored(fitComplexity([...samples, ...kept, ...seeds]));
    return outcomes
      .filter(({ source }) => foldOf(source) === fold)
      .map(({ source, messages, weak, strong }) => ({
        source,
        weak,
        strong,
        needed: strong >= 0.5 && weak < 0.5,
        score: scorer.expectedGain(readAsk(judgedText(viewOf({ messages })))),
      }));
  }).flat();
}

const LEAST_ROWS = 40;

/** By source, since pooled rows mostly tell which source one is from; the mean with its interval (95 %, over sources). */
function printSources(judged, log) {
  const sources = [...new Set(judged.map(({ source }) => source))]
    .map((source) => judged.filter((row) => row.source === source))
    .filter((rows) => rows.length >= LEAST_ROWS);
  const figures = sources.map((rows) => ({ apgr: gainFigures(rows).apgr, auc: areaUnderCurve(rows) }));
  for (const [index, { apgr, auc }] of figures.entries())
    log(
      `  ${sources[index][0].source}: ${sources[index].length} rows, APGR ${apgr.toFixed(3)}, AUC ${auc.toFixed(3)}`,
    );
  for (const name of ['apgr', 'auc']) {
    const values = figures.map((figure) => figure[name]);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
    const half = 1.96 * Math.sqrt(variance / values.length);
    log(`  mean over ${values.length} sources: ${name} ${mean.toFixed(3)} ± ${half.toFixed(3)}`);
  }
}

const PARTS = [
  ['GSM8K (mixtral, gpt-4)', ({ source }) => source === 'routellm-gsm8k'],
  ['MMLU (mixtral, gpt-4)', ({ source }) => source === 'routellm-mmlu'],
  ['both', ({ source }) => source.startsWith('routellm')],
  ['mistral, nemotron', ({ source }) => source.startsWith('llmrouter')],
  ['all', () => true],
];

function printParts(judged, log) {
  for (const [name, isPart] of PARTS) {
    const part = judged.filter(({ row }) => isPart(row));
    const { rows, apgr, half, most } = gainFigures(part);
    const needed = areaUnderCurve(part);
    const share = (value) => `${(100 * value).toFixed(0)} %`;
    log(
      `  ${name}: ${rows} rows, APGR ${apgr.toFixed(3)}, CPT50 ${share(half)}, CPT80 ${share(most)}, AUC ${needed.toFixed(3)}`,
    );
  }
}

function printTimes(rows, log) {
  const views = rows.map(({ body }) => viewOf(body));
  const times = [];
  for (let pass = 0; pass < 4; pass += 1)
    for (const view of views) {
      const before = process.hrtime.bigint();
      scoreComplexity(view);
      if (pass > 0) times.push(Number(process.hrtime.bigint() - before) / 1_000);
    }
  times.sort((left, right) => left - right);
  const at = (share) => times[Math.floor(share * times.length)].toFixed(0);
  log(`Complexity, time of a score: p50 ${at(0.5)} us, p99 ${at(0.99)} us`);
}
