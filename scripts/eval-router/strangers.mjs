import { classify } from '../../src/routing/classify/classify.js';
import { scoreComplexity } from '../../src/routing/complexity/score-complexity.js';
import { chooseTier } from '../../src/routing/decision/choose-tier.js';
import { viewOf } from '../train-router/fit-kind.mjs';
import { bodyOf } from './body-of-line.mjs';
import { STRANGE_AMBIGUOUS, STRANGE_PEOPLE } from './strangers-people.mjs';
import { PUBLIC_TEMPLATES, STRANGE_TEMPLATES } from './strangers-programs.mjs';

const TIERS = { big: 'big', medium: 'medium', small: 'small' };
const THRESHOLD = 0.82;

/** Prints the figures of the development requests of our own, and every one that is missed. */
export function evaluateStrangers({ log = console.log } = {}) {
  log('Requests to develop with:');
  const people = Object.values(STRANGE_PEOPLE).flat().map(judge);
  const ambiguous = STRANGE_AMBIGUOUS.map(judge);
  const own = STRANGE_TEMPLATES.flatMap(linesOf).map(judge);
  const open = PUBLIC_TEMPLATES.flatMap(([template, data]) =>
    data.map(([a, b]) => template.replace('{a}', () => a).replace('{b}', () => b)),
  ).map(judge);
  const isPerson = ({ kind }) => kind === 'conversation';
  const isTask = ({ kind }) => kind === 'machine';
  const isCheap = ({ place }) => place !== 'big';
  print('people kept', people, isPerson, log);
  print('ambiguous kept', ambiguous, isPerson, log);
  print('tasks found', own, isTask, log);
  print('tasks not at Big', own, isCheap, log);
  print('public templates found', open, isTask, log);
  print('public templates not at Big', open, isCheap, log);
}

function linesOf({ system, text, data }) {
  const head = system === undefined ? '' : `${system} >> `;
  return data.map((value) => head + text.replace('{}', () => value));
}

function judge(line) {
  const view = viewOf(bodyOf(line));
  const { kind, quick, machineScore } = classify(view);
  const { complexity } = scoreComplexity(view, kind);
  const { place } = chooseTier({ tiers: TIERS, kind, quick, complexity, threshold: THRESHOLD });
  return { line, kind, machineScore, complexity, place };
}

function print(name, judged, holds, log) {
  const missed = judged.filter((one) => !holds(one));
  log(`  ${name} ${judged.length - missed.length} of ${judged.length}`);
  for (const { line, machineScore, complexity, place } of missed)
    log(
      `    ${machineScore.toFixed(2)} ${complexity.toFixed(2)} ${place} ${JSON.stringify(line.slice(0, 110))}`,
    );
}
