// `npm run eval:records`: how often the rules on records are right, on judged tasks drawn from known rates. No data are read.
import { findThreshold } from '../../src/recommendations/find-threshold.js';
import { isFailing } from '../../src/records/judging/failing-model.js';

const RUNS = 2_000;
const WINDOW = 200;
const BASE = 0.82;
/** Groups of one kind differ: their rates lie so many points around the mean, evenly. */
const SPREAD = 0.05;

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

/** After how many tasks a model of this rate is first said to fail, asked after each; `undefined`: in the first 200 never. */
function firstFailure(rate, random) {
  let succeeded = 0;
  for (let judged = 1; judged <= WINDOW; judged += 1) {
    if (random() < rate) succeeded += 1;
    if (isFailing({ model: 'm', judged, succeeded })) return judged;
  }
  return undefined;
}

function failures() {
  for (const rate of [0.5, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.98]) {
    const random = randomFrom(1);
    const found = Array.from({ length: RUNS }, () => firstFailure(rate, random))
      .filter(Boolean)
      .sort((a, b) => a - b);
    const median = found.length > RUNS / 2 ? found[Math.floor(RUNS / 2)] : '';
    console.log(
      `  rate ${rate.toFixed(2)}   said to fail ${(found.length / RUNS).toFixed(3)}   median after ${median}`,
    );
  }
}

/** Judged tasks of so many groups, all of one difficulty, with both models. */
function judgedTasks({ groups, complexity, rates }, random) {
  const records = [];
  for (let group = 0; group < groups; group += 1) {
    const shift = SPREAD * (2 * random() - 1);
    for (const [model, rate] of Object.entries(rates)) {
      let succeeded = 0;
      for (let task = 0; task < 20; task += 1) if (random() < Math.min(1, rate + shift)) succeeded += 1;
      records.push({ groupId: `${group}`, model, complexity, judged: 20, succeeded, routerIds: [] });
    }
  }
  return records;
}

function share(complexity, groups, lag, isSo) {
  const random = randomFrom(2);
  let count = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const records = judgedTasks({ groups, complexity, rates: { big: 0.93, medium: 0.93 - lag } }, random);
    const found = findThreshold({ records, medium: 'medium', big: 'big', base: BASE, inForce: undefined });
    if (found !== undefined && isSo(found.threshold)) count += 1;
  }
  return (count / RUNS).toFixed(3);
}

function thresholds(name, complexity, isSo) {
  for (const groups of [3, 6, 12, 24]) {
    const shares = [0, 0.03, 0.05, 0.1, 0.2].map(
      (lag) => `${(100 * lag).toFixed(0)}: ${share(complexity, groups, lag, isSo)}`,
    );
    console.log(`  ${name}, ${groups} groups, points behind   ${shares.join('   ')}`);
  }
}

console.log('A tier fails by itself, asked after each of 200 judged tasks');
failures();
console.log('The threshold of a router, 20 judged tasks a group and model, Big at 93 %');
thresholds('raised', 0.85, (threshold) => threshold > BASE);
thresholds('lowered', 0.8, (threshold) => threshold < BASE);
