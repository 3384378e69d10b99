import { classify } from '../../src/routing/classify/classify.js';
import { KindScorer } from '../../src/routing/classify/kind-scorer.js';
import { readSampleSets, viewOf } from '../train-router/fit-kind.mjs';
import { readRows } from '../train-router/read-rows.mjs';
import { bodyOf } from './body-of-line.mjs';
import { HAND_AMBIGUOUS, HAND_MACHINE, HAND_PEOPLE } from './kind-by-hand.mjs';
import { kindFigures } from './kind-figures.mjs';
import { judgeLeftOut, scored } from './judge-left-out.mjs';

/** Prints the figures of conversation or machine: sources left out, then as shipped, then the time of a decision. */
export function evaluateKind() {
  const rows = readRows('requests.jsonl');
  const threshold = KindScorer.shipped().threshold;
  const leftOut = scored(judgeLeftOut(rows, readSampleSets(rows)), threshold);
  print('Kind, whole sources left out of training', leftOut);
  for (const source of [...new Set(rows.map((row) => row.source))].sort())
    print(
      `  ${source}`,
      leftOut.filter(({ row }) => row.source === source),
    );
  const views = rows.map((row) => viewOf(row.body));
  const shipped = rows.map((row, index) => ({
    score: classify(views[index]).machineScore,
    machine: row.labels.kind === 'machine',
    ambiguous: row.labels.ambiguous === true,
  }));
  print('Kind, shipped weights on the rows they learned from', shipped);
  printByHand();
  printTimes(views);
}

/** The shipped weights on the requests written by hand, and which of them fall on the wrong side. */
function printByHand() {
  const judge = (machine, ambiguous) => (line) => ({
    line,
    machine,
    ambiguous,
    score: classify(viewOf(bodyOf(line))).machineScore,
  });
  const judged = [
    ...HAND_MACHINE.map(judge(true, false)),
    ...HAND_PEOPLE.map(judge(false, false)),
    ...HAND_AMBIGUOUS.map(judge(false, true)),
  ];
  print('Kind, shipped weights on requests written by hand', judged);
  for (const { line, machine, score } of judged)
    if (score >= 0.5 !== machine) console.log(`  ${score.toFixed(2)} ${JSON.stringify(line.slice(0, 90))}`);
}

function print(title, judged) {
  const figures = Object.entries(kindFigures(judged))
    .filter(([, value]) => value !== undefined && !Number.isNaN(value))
    .map(([name, value]) => `${name} ${Number.isInteger(value) ? value : value.toFixed(4)}`);
  console.log(`${title}: ${figures.join(', ')}`);
}

function printTimes(views) {
  const times = [];
  for (let pass = 0; pass < 6; pass += 1) {
    for (const view of views) {
      const before = process.hrtime.bigint();
      classify(view);
      if (pass > 0) times.push(Number(process.hrtime.bigint() - before) / 1_000);
    }
  }
  times.sort((left, right) => left - right);
  const at = (share) => times[Math.floor(share * times.length)].toFixed(0);
  console.log(`Kind, time of a decision: p50 ${at(0.5)} us, p99 ${at(0.99)} us`);
}
