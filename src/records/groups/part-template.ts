import type { GroupTemplate } from './group-index.js';

/** A template in the messages of one system prompt's requests. */
export type PartTemplate = Pick<GroupTemplate, 'scope' | 'features'>;

/** Of what three requests have in common, so much also stands in a known template when that one was read too narrowly. */
const NARROWER_SHARE = 0.75;

/** What both hold, when the one that was found later reads as the known one without its input; `undefined` otherwise. */
export function commonCore(known: PartTemplate, found: PartTemplate): ReadonlySet<number> | undefined {
  if (known.scope !== found.scope) return undefined;
  const core = new Set([...found.features].filter((feature) => known.features.has(feature)));
  return core.size >= NARROWER_SHARE * found.features.size ? core : undefined;
}
