import { judgeStructure } from '../../src/routing/classify/judge-structure.js';
import { KindScorer } from '../../src/routing/classify/kind-scorer.js';
import { readShape } from '../../src/routing/classify/request-shape.js';
import { fitKind, viewOf } from '../train-router/fit-kind.mjs';
import { FOLDS } from './kind-folds.mjs';

/**
 * Judges each row by models that saw no row of its sources: `{row, logOdds, hard, machine, ambiguous, fold}`.
 * `hard` is the score that structure alone gave, where it did.
 */
export function judgeLeftOut(rows, sampleSets) {
  return FOLDS.flatMap((sources, fold) => {
    const left = new Set(sources);
    const scorer = KindScorer.fromStored(fitKind(sampleSets, { left }));
    return rows.filter(({ source }) => left.has(source)).map((row) => ({ ...judge(row, scorer), fold }));
  });
}

export function judge(row, scorer) {
  const shape = readShape(viewOf(row.body));
  return {
    row,
    hard: judgeStructure(shape)?.score,
    logOdds: scorer.logOdds(shape),
    machine: row.labels.kind === 'machine',
    ambiguous: row.labels.ambiguous === true,
  };
}

/** With the threshold applied: `{score, machine, ambiguous, row}`. */
export function scored(judged, threshold) {
  return judged.map((one) => ({ ...one, score: one.hard ?? 1 / (1 + Math.exp(threshold - one.logOdds)) }));
}
