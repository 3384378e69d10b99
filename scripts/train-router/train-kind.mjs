import { writeFileSync } from 'node:fs';
import { kindFigures } from '../eval-router/kind-figures.mjs';
import { judgeLeftOut, scored } from '../eval-router/judge-left-out.mjs';
import { fitKind, readSampleSets } from './fit-kind.mjs';
import { readRows } from './read-rows.mjs';

const WEIGHTS = new URL('../../src/routing/classify/kind-weights.json', import.meta.url);
/** At most this share of conversation may be lost, measured with whole sources left out: less than the floor of the targets allows. */
const LOST = 0.01;

/**
 * Log-odds on top of it: strangers' requests lie further from the rows than the rows from each other, and a lost conversation is
 * worse than a missed task.
 */
const CAUTION = 0.35;

/** Fits the kind models, chooses their threshold with whole sources left out, and writes both. */
export function trainKind() {
  const rows = readRows('requests.jsonl');
  const sampleSets = readSampleSets(rows);
  const threshold = chooseThreshold(judgeLeftOut(rows, sampleSets));
  writeFileSync(WEIGHTS, `${JSON.stringify(fitKind(sampleSets, { threshold }), null, 2)}\n`);
  console.log(`kind: ${sampleSets[0].length} samples, threshold ${threshold}`);
}

/** The lowest threshold that keeps enough of conversation: it finds the most tasks. */
function chooseThreshold(judged) {
  for (let threshold = -3; threshold < 3; threshold += 0.05)
    if (kindFigures(scored(judged, threshold)).conversationKept >= 1 - LOST)
      return Number((threshold + CAUTION).toFixed(2));
  return 3;
}
