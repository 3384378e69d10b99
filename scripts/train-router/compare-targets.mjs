// `node --import @swc-node/register/esm-register scripts/train-router/compare-targets.mjs`: what the complexity model may be
// taught, side by side. Every row is judged by a model that saw no row of its source; subjects of the exam are left out in groups.
import { ComplexityScorer } from '../../src/routing/complexity/complexity-scorer.js';
import { judgedText } from '../../src/routing/complexity/judged-text.js';
import { readAsk } from '../../src/routing/complexity/read-ask.js';
import { sourceFoldOf } from './complexity-folds.mjs';
import { fitComplexity } from './complexity-fit.mjs';
import { areaUnderCurve, gainFigures } from './complexity-measures.mjs';
import { samplesOfOutcomes, samplesOfRows } from './complexity-samples.mjs';
import { samplesWithoutOutcome } from './complexity.mjs';
import { viewOf } from './fit-kind.mjs';
import { readRows, requireRows } from './read-rows.mjs';

const gain = (weak, strong) => strong - weak;
const need = (weak, strong) => strong * (1 - weak);
const mean = (weak, strong) => (gain(weak, strong) + need(weak, strong)) / 2;

/** @type {Record<string, {target: (weak: number, strong: number) => number, outcomes: number}>} */
const VARIANTS = {
  'mean, outcomes 0.3 (shipped)': { target: mean, outcomes: 0.3 },
  'need, outcomes 0.3': { target: need, outcomes: 0.3 },
  'gain, outcomes 0.3': { target: gain, outcomes: 0.3 },
  'gain, no outcomes': { target: gain, outcomes: 0 },
};
const SHIPPED = 'mean, outcomes 0.3 (shipped)';
const LEAST_ROWS = 40;
const OUTCOME_FOLDS = 5;
const DRAWS = 400;

requireRows();
const rows = readRows('difficulty.jsonl');
const outcomes = readRows('outcomes.jsonl').filter(({ assumed }) => !assumed);
const seeds = samplesWithoutOutcome(readRows('requests.jsonl'));
const asks = new Map(
  [...rows.map((row) => [row, row.body]), ...outcomes.map((row) => [row, { messages: row.messages }])].map(
    ([row, body]) => [row, readAsk(judgedText(viewOf(body)))],
  ),
);
const sets = new Map();
for (const [name, variant] of Object.entries(VARIANTS)) {
  sets.set(name, { rows: judgeRows(variant), outcomes: judgeOutcomes(variant) });
  print(name, sets.get(name));
  if (name !== SHIPPED) compare(name);
}

function judgeRows({ target, outcomes: weight }) {
  const samples = samplesOfRows(rows, target);
  const others = ofOutcomes(target, weight);
  const folds = samples.map(({ row }) => sourceFoldOf(row));
  const judged = [];
  for (const fold of new Set(folds)) {
    const kept = samples.filter((_, index) => folds[index] !== fold);
    const scorer = ComplexityScorer.fromStored(fitComplexity([...kept, ...others, ...seeds]));
    for (const [index, { row, weak, strong }] of samples.entries())
      if (folds[index] === fold)
        judged[index] = {
          source: row.source,
          weak,
          strong,
          needed: row.labels.strong_needed,
          score: scorer.expectedGain(asks.get(row)),
        };
  }
  return judged;
}

/** Several sources are left out at once, which is stricter than one, and quicker. */
function judgeOutcomes({ target, outcomes: weight }) {
  const samples = samplesOfRows(rows, target);
  const others = ofOutcomes(target, weight);
  const sources = [...new Set(outcomes.map(({ source }) => source))];
  const foldOf = (source) => sources.indexOf(source) % OUTCOME_FOLDS;
  return Array.from({ length: OUTCOME_FOLDS }, (_, fold) => {
    const kept = others.filter(({ source }) => foldOf(source) !== fold);
    const scorer = ComplexityScorer.fromStored(fitComplexity([...samples, ...kept, ...seeds]));
    return outcomes
      .filter(({ source }) => foldOf(source) === fold)
      .map((row) => ({
        source: row.source,
        weak: row.weak,
        strong: row.strong,
        needed: row.strong >= 0.5 && row.weak < 0.5,
        score: scorer.expectedGain(asks.get(row)),
      }));
  }).flat();
}

function ofOutcomes(target, weight) {
  return weight === 0 ? [] : samplesOfOutcomes(outcomes, target).map((sample) => ({ ...sample, weight }));
}

function bySource(judged) {
  return [...new Set(judged.map(({ source }) => source))]
    .map((source) => judged.filter((row) => row.source === source))
    .filter((list) => list.length >= LEAST_ROWS && list.some(({ needed }) => needed));
}

function figuresOf({ rows: ofRows, outcomes: ofSources }) {
  const both = ofRows.filter(({ source }) => source.startsWith('routellm'));
  const figures = {
    'APGR all': gainFigures(ofRows).apgr,
    'AUC all': areaUnderCurve(ofRows),
    'APGR GSM8K and MMLU': gainFigures(both).apgr,
    'APGR GSM8K': gainFigures(both.filter(({ source }) => source === 'routellm-gsm8k')).apgr,
    'APGR MMLU': gainFigures(both.filter(({ source }) => source === 'routellm-mmlu')).apgr,
  };
  const sources = bySource([...ofRows, ...ofSources]);
  figures['APGR mean over sources'] = average(sources.map((list) => gainFigures(list).apgr));
  figures['AUC mean over sources'] = average(sources.map(areaUnderCurve));
  return figures;
}

function print(name, judged) {
  console.log(name);
  console.log(`  ${textOf(figuresOf(judged))}`);
  for (const list of bySource([...judged.rows, ...judged.outcomes]))
    console.log(
      `    ${list[0].source}: ${list.length} rows, APGR ${gainFigures(list).apgr.toFixed(3)}, AUC ${areaUnderCurve(list).toFixed(3)}`,
    );
}

/** Draws the same rows for both, so that the difference is of the same rows. */
function compare(name) {
  const random = randomFrom(5);
  const [one, other] = [sets.get(name), sets.get(SHIPPED)];
  const differences = new Map();
  const put = (figure, value) => differences.set(figure, [...(differences.get(figure) ?? []), value]);
  const perSource = bySource([...one.rows, ...one.outcomes]).map((list, index) => {
    const mate = bySource([...other.rows, ...other.outcomes])[index];
    return {
      apgr: gainFigures(list).apgr - gainFigures(mate).apgr,
      auc: areaUnderCurve(list) - areaUnderCurve(mate),
    };
  });
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const drawn = one.rows.map(() => Math.floor(random() * one.rows.length));
    const [mine, theirs] = [one, other].map((set) => drawn.map((index) => set.rows[index]));
    const routellm = (list) => list.filter(({ source }) => source.startsWith('routellm'));
    put('APGR all', gainFigures(mine).apgr - gainFigures(theirs).apgr);
    put('AUC all', areaUnderCurve(mine) - areaUnderCurve(theirs));
    put('APGR GSM8K and MMLU', gainFigures(routellm(mine)).apgr - gainFigures(routellm(theirs)).apgr);
    const sources = perSource.map(() => perSource[Math.floor(random() * perSource.length)]);
    put('APGR mean over sources', average(sources.map(({ apgr }) => apgr)));
    put('AUC mean over sources', average(sources.map(({ auc }) => auc)));
  }
  console.log(
    `  against the shipped one, ${DRAWS} draws of the rows (of sources for a mean over them), 95 %:`,
  );
  for (const [figure, values] of differences) {
    values.sort((left, right) => left - right);
    const at = (share) => values[Math.floor(share * (values.length - 1))].toFixed(3);
    console.log(`    ${figure}: ${at(0.5)} (${at(0.025)} to ${at(0.975)})`);
  }
}

function textOf(figures) {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${value.toFixed(3)}`)
    .join(', ');
}

function average(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Numbers between 0 and 1, the same ones on every run (mulberry32). */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
