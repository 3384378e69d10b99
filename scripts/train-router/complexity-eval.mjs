import { ComplexityScorer } from '../../src/routing/complexity/complexity-scorer.js';
import { readAsk } from '../../src/routing/complexity/read-ask.js';
import { scoreComplexity } from '../../src/routing/complexity/score-complexity.js';
import { lastAsk } from '../../src/routing/classify/request-shape.js';
import { rowFoldOf, sourceFoldOf } from './complexity-folds.mjs';
import { fitComplexity } from './complexity-fit.mjs';
import { areaUnderCurve, gainFigures } from './complexity-measures.mjs';
import { samplesOfRows } from './complexity-samples.mjs';
import { samplesWithoutOutcome } from './complexity.mjs';
import { viewOf } from './fit-kind.mjs';
import { readRows } from './read-rows.mjs';

/** Prints how well the score sorts asks by what a strong model gains: other rows, then other sources; then its time. */
export function evaluateComplexity({ log = console.log } = {}) {
  const rows = readRows('difficulty.jsonl');
  const samples = samplesOfRows(rows);
  const seeds = samplesWithoutOutcome(readRows('requests.jsonl'));
  for (const [title, foldOf] of [
    ['other rows of known sources', rowFoldOf],
    ['whole sources and subjects left out', sourceFoldOf],
  ]) {
    log(`Complexity, ${title}`);
    printParts(judgeFolds(samples, seeds, foldOf), log);
  }
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
        score: scorer.expectedGain(readAsk(lastAsk(viewOf(row.body)))),
      }));
  });
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
