import { classify } from '../../src/routing/classify/classify.js';
import { scoreComplexity } from '../../src/routing/complexity/score-complexity.js';
import { chooseTier } from '../../src/routing/decision/choose-tier.js';
import { areaUnderCurve } from '../train-router/complexity-measures.mjs';
import { viewOf } from '../train-router/fit-kind.mjs';
import { AGAIN_AMBIGUOUS, AGAIN_PEOPLE, AGAIN_TEMPLATES } from './fresh-again.mjs';
import { THIRD_AMBIGUOUS, THIRD_PEOPLE, THIRD_TEMPLATES } from './fresh-third.mjs';
import {
  FOURTH_AMBIGUOUS,
  FOURTH_DEVELOP_PEOPLE,
  FOURTH_DEVELOP_TEMPLATES,
  FOURTH_HELD_PEOPLE,
  FOURTH_HELD_TEMPLATES,
  fourthTemplates,
} from './fresh-fourth.mjs';
import { FRESH_AMBIGUOUS, FRESH_EASY, FRESH_HARD, FRESH_PEOPLE } from './fresh-people.mjs';
import { FRESH_TEMPLATES } from './fresh-programs.mjs';
import { bodyOf } from './body-of-line.mjs';
import { kindFigures } from './kind-figures.mjs';

const TIERS = { big: 'big', medium: 'medium', small: 'small' };
/** The threshold that a router has until somebody sets another. */
const THRESHOLD = 0.82;
/** From so many characters on an easy ask counts as long, up to it a hard one as short. */
const LONG = 220;

/**
 * Prints the figures of the requests of our own: kind, templates, tiers, difficulty. In sums only: what is missed one by one would
 * invite to tune to it.
 */
export function evaluateFresh({ log = console.log } = {}) {
  const judged = requestsOf({
    templates: FRESH_TEMPLATES,
    people: FRESH_PEOPLE,
    ambiguous: FRESH_AMBIGUOUS,
    hard: FRESH_HARD,
    easy: FRESH_EASY,
  }).map(judge);
  printKind(judged, log);
  printTiers(judged, log);
  printDifficulty(judged, log);
  for (const [title, set] of Object.entries(LATER)) {
    log(`The ${title} set of them:`);
    const later = requestsOf(set).map(judge);
    printKind(later, log);
    printTiers(later, log);
  }
}

const LATER = {
  second: { templates: AGAIN_TEMPLATES, people: AGAIN_PEOPLE, ambiguous: AGAIN_AMBIGUOUS },
  third: { templates: THIRD_TEMPLATES, people: THIRD_PEOPLE, ambiguous: THIRD_AMBIGUOUS },
  'fourth, developed with,': {
    templates: fourthTemplates(FOURTH_DEVELOP_TEMPLATES),
    people: { spoken: FOURTH_DEVELOP_PEOPLE },
    ambiguous: FOURTH_AMBIGUOUS,
  },
  'fourth, held out,': {
    templates: fourthTemplates(FOURTH_HELD_TEMPLATES),
    people: { spoken: FOURTH_HELD_PEOPLE },
    ambiguous: [],
  },
};

function requestsOf({ templates, people: byWay, ambiguous, hard = [], easy = [] }) {
  const people = (source, lines, more) =>
    lines.map((line) => ({ source, line, body: bodyOf(line), machine: false, ambiguous: false, ...more }));
  return [
    ...templates.flatMap(({ id, level, system, text, data }) =>
      data.map((value) => {
        const line = `${system === undefined ? '' : `${system} >> `}${text.replace('{}', () => value)}`;
        return { source: id, template: id, level, line, body: bodyOf(line), machine: true, ambiguous: false };
      }),
    ),
    ...Object.entries(byWay).flatMap(([source, lines]) => people(source, lines)),
    ...people('ambiguous', ambiguous, { ambiguous: true }),
    ...people('hard asks', hard, { level: 'hard' }),
    ...people('easy asks', easy, { level: 'easy' }),
  ];
}

function judge(request) {
  const view = viewOf(request.body);
  const { kind, quick, machineScore } = classify(view);
  const { complexity } = scoreComplexity(view, kind);
  const { place } = chooseTier({
    smartRouting: true,
    tiers: TIERS,
    kind,
    quick,
    complexity,
    threshold: THRESHOLD,
  });
  return { ...request, score: machineScore, complexity, place };
}

function printKind(judged, log) {
  log(`Requests of our own, kind: ${textOf(kindFigures(judged))}`);
  const people = judged.filter(({ machine, ambiguous }) => !machine && !ambiguous);
  const sources = [...new Set(people.map(({ source }) => source))].map((source) => {
    const rows = people.filter((row) => row.source === source);
    return share(rows, ({ score }) => score < 0.5);
  });
  log(`  conversation kept, mean over sources ${mean(sources).toFixed(3)}`);
  const small = judged.filter(({ machine, place }) => !machine && place === 'small');
  log(`  people to Small: ${small.length}`);
}

function printTiers(judged, log) {
  const programs = judged.filter(({ machine }) => machine);
  const templates = [...new Set(programs.map(({ template }) => template))].map((template) =>
    programs.filter((row) => row.template === template),
  );
  const flipping = templates.filter((rows) => new Set(rows.map(({ score }) => score >= 0.5)).size > 1);
  const onMain = (rows) =>
    Math.max(...Object.keys(TIERS).map((tier) => rows.filter((row) => row.place === tier).length));
  const easy = programs.filter(({ level }) => level === 'easy');
  log(
    `Requests of our own, tiers: kind flips in ${flipping.length} of ${templates.length} templates,` +
      ` on the main tier ${(templates.reduce((sum, rows) => sum + onMain(rows), 0) / programs.length).toFixed(3)},` +
      ` easy tasks to Big ${share(easy, ({ place }) => place === 'big').toFixed(3)},` +
      ` for their complexity ${share(easy, ({ complexity }) => complexity > THRESHOLD).toFixed(3)}`,
  );
}

function printDifficulty(judged, log) {
  const rated = judged
    .filter(({ level }) => level !== undefined)
    .map((row) => ({ ...row, needed: row.level === 'hard', score: row.complexity }));
  const extremes = rated.filter(({ needed, line }) => needed === line.length < LONG);
  log(
    `Requests of our own, difficulty: ${rated.length} rows, AUC ${areaUnderCurve(rated).toFixed(3)},` +
      ` short and hard against long and easy (${extremes.length} rows) ${areaUnderCurve(extremes).toFixed(3)}`,
  );
}

function textOf(figures) {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${Number.isInteger(value) ? value : value?.toFixed(3)}`)
    .join(', ');
}

function share(rows, holds) {
  return rows.filter(holds).length / rows.length;
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
