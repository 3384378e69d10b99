import { viewOf } from '../train-router/fit-kind.mjs';
import { bodyOf } from './body-of-line.mjs';
import { FRESH_TEMPLATES } from './fresh-programs.mjs';
import { DEVELOP_TEMPLATES } from './group-templates-develop.mjs';
import { FIFTH_TEMPLATES } from './group-templates-fifth.mjs';
import { FOURTH_TEMPLATES } from './group-templates-fourth.mjs';
import { HELD_TEMPLATES } from './group-templates-held.mjs';
import { LAST_TEMPLATES } from './group-templates-last.mjs';
import { PROMPT_TEMPLATES } from './group-templates-prompts.mjs';
import { SEALED_TEMPLATES } from './group-templates-sealed.mjs';
import { SEEN_TEMPLATES } from './group-templates-seen.mjs';
import { SHARED_TEMPLATES } from './group-templates-shared.mjs';
import { SIXTH_TEMPLATES } from './group-templates-sixth.mjs';
import { THIRD_TEMPLATES } from './group-templates-third.mjs';
import { printGroupFigures } from './groups.mjs';

/**
 * Prints how the invented templates are recognized, each half as a project of its own: its requests come mixed, as from programs
 * that run beside one another.
 */
export function evaluateGroupsByHand({ log = console.log, halves = HALVES } = {}) {
  for (const [title, templates] of Object.entries(halves))
    printGroupFigures({ title, rows: templates.flatMap(rowsOf), log });
}

const HALVES = {
  'invented templates, seen': SEEN_TEMPLATES,
  'invented templates, held out': HELD_TEMPLATES,
  'invented templates, written last': LAST_TEMPLATES,
  'invented templates, prompts to develop with': PROMPT_TEMPLATES,
  'invented templates, few requests of each to develop with': DEVELOP_TEMPLATES,
  'invented templates, shared prompts, the first set': SHARED_TEMPLATES,
  'invented templates, the second set': SEALED_TEMPLATES,
  'invented templates, the third set': THIRD_TEMPLATES,
  'invented templates, the fourth set': FOURTH_TEMPLATES,
  'invented templates, the fifth set': FIFTH_TEMPLATES,
  'invented templates, the sixth set': SIXTH_TEMPLATES,
  'requests of our own': FRESH_TEMPLATES.map(({ id, system, text, data }) => ({
    id,
    count: data.length,
    make: (index) => `${system === undefined ? '' : `${system} >> `}${text.replace('{}', () => data[index])}`,
  })),
};

export function rowsOf({ id, kind, count, make }) {
  return Array.from({ length: count }, (_, index) => {
    const made = make(index);
    const body =
      typeof made === 'string'
        ? bodyOf(made)
        : { messages: made.map(([role, content]) => ({ role, content })) };
    return { view: viewOf(body), template: id, kind };
  });
}
