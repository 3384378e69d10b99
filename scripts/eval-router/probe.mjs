import { classify } from '../../src/routing/classify/classify.js';
import { scoreComplexity } from '../../src/routing/complexity/score-complexity.js';
import { chooseTier } from '../../src/routing/decision/choose-tier.js';
import { areaUnderCurve } from '../train-router/complexity-measures.mjs';
import { viewOf } from '../train-router/fit-kind.mjs';
import { bodyOf } from './body-of-line.mjs';
import { PROBE_FORMS, PROBE_PUBLIC_AGAIN } from './probe-again.mjs';
import { PROBE_AMBIGUOUS, PROBE_PEOPLE } from './probe-people.mjs';
import { PROBE_EASY, PROBE_HARD, PROBE_PUBLIC, PROBE_TEMPLATES } from './probe-programs.mjs';

const TIERS = { big: 'big', medium: 'medium', small: 'small' };
const THRESHOLD = 0.82;

/** Prints how many of the probes of each kind fall right. @param showMissed also which do not */
export function evaluateProbes({ log = console.log, showMissed = false } = {}) {
  log('Probes:');
  const print = (name, judged, holds) => {
    const missed = judged.filter((one) => !holds(one));
    log(`  ${name}: ${judged.length - missed.length} of ${judged.length}`);
    if (showMissed)
      for (const { line, score, complexity, place } of missed)
        log(
          `    ${score.toFixed(2)} ${complexity.toFixed(2)} ${place} ${JSON.stringify(line.slice(0, 140))}`,
        );
  };
  for (const [kind, lines] of Object.entries(PROBE_PEOPLE)) print(kind, lines.map(judge), isPerson);
  print('ambiguous', PROBE_AMBIGUOUS.map(judge), isPerson);
  const people = [...Object.values(PROBE_PEOPLE).flat(), ...PROBE_AMBIGUOUS].map(judge);
  print('people not at Small', people, ({ place }) => place !== 'small');
  print('structured by people, again', PROBE_FORMS.map(judge), isPerson);
  for (const [name, templates] of Object.entries({
    products: PROBE_TEMPLATES,
    'public collections': PROBE_PUBLIC,
    'public collections, again': PROBE_PUBLIC_AGAIN,
  })) {
    const byTemplate = templates.map((template) => linesOf(template).map(judge));
    print(`tasks of ${name}`, byTemplate.flat(), ({ kind }) => kind === 'machine');
    print(`easy tasks of ${name} not at Big`, byTemplate.flat(), ({ place }) => place !== 'big');
    const onMain = byTemplate.map((rows) =>
      Math.max(...Object.keys(TIERS).map((tier) => rows.filter(({ place }) => place === tier).length)),
    );
    const main = onMain.reduce((sum, count) => sum + count, 0) / byTemplate.flat().length;
    const flips = byTemplate.filter((rows) => new Set(rows.map(({ kind }) => kind)).size > 1).length;
    log(`  templates of ${name}: on the main tier ${main.toFixed(3)}, kind flips in ${flips}`);
  }
  const hard = PROBE_HARD.map(judge).map((one) => ({ ...one, needed: true, score: one.complexity }));
  const easy = PROBE_EASY.map(judge).map((one) => ({ ...one, needed: false, score: one.complexity }));
  const long = easy.filter(({ line }) => line.length > LONG);
  log(
    `  hard asks against easy ones: AUC ${areaUnderCurve([...hard, ...easy]).toFixed(3)},` +
      ` against long easy ones ${areaUnderCurve([...hard, ...long]).toFixed(3)}`,
  );
  print('hard asks over the threshold', hard, ({ complexity }) => complexity > THRESHOLD);
  print('easy asks under it', easy, ({ complexity }) => complexity <= THRESHOLD);
}

const LONG = 180;

function isPerson({ kind }) {
  return kind === 'conversation';
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
  return { line, kind, score: machineScore, complexity, place };
}
