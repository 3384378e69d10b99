import { createHash } from 'node:crypto';
import { PROVEN_BY, type GroupIndex, type GroupTemplate } from './group-index.js';
import { RUN, type GroupDocument } from './read-document.js';
import type { FoundTemplate, RecentRequests } from './recent-requests.js';
import { countedRuns } from './weigh-evidence.js';

/** A template that was found just now. */
export interface NewTemplate extends GroupTemplate {
  readonly basis: 'system' | 'text' | 'context';
  /** The first words that its requests have in common, as they were written. */
  readonly label: string;
}

export type Recognition<T> =
  | { readonly kind: 'known'; readonly group: T }
  /** Known, but its template holds words that this request shows to be input. */
  | { readonly kind: 'narrowed'; readonly group: T; readonly features: ReadonlySet<number> }
  | { readonly kind: 'found'; readonly template: NewTemplate }
  | { readonly kind: 'none' };

/** What is remembered of requests without a group. */
export type RecentTemplates = Pick<RecentRequests, 'findTemplate' | 'countScope' | 'remember' | 'take'>;

const MAX_FEATURES = 64;
/** With this request: a group is made from the third on. */
const MIN_REQUESTS = 3;

/**
 * The group of a machine-shaped request, or what makes one of it and earlier requests. Requests without a group are
 * remembered in `recent`, so this is to be asked once a request.
 */
export function recognizeTemplate<T extends GroupTemplate>(
  document: GroupDocument,
  { projectId, groups, recent }: { projectId: string; groups: GroupIndex<T>; recent: RecentTemplates },
): Recognition<T> {
  const known = groups.match(document);
  if (known !== undefined && !known.weak) return narrow(known, document);
  const found = recent.findTemplate(document);
  if (found !== undefined && (known === undefined || mayReplace(found))) {
    if (found.evidence.verdict === 'weak') recent.remember(document);
    else recent.take(found.slots);
    return { kind: 'found', template: textTemplate(projectId, document, found) };
  }
  const group = known ?? (document.basis === 'text-or-context' ? groups.matchScope(document) : undefined);
  const isThird = recent.countScope(document.scope) >= MIN_REQUESTS - 1;
  recent.remember(document);
  if (group !== undefined) return { kind: 'known', group };
  return document.basis === 'text-or-context' && isThird
    ? { kind: 'found', template: contextTemplate(projectId, document) }
    : { kind: 'none' };
}

/** What takes requests from a weak group: a strong template, and not of one request that came three times. */
function mayReplace({ evidence, distinct }: FoundTemplate): boolean {
  return evidence.verdict === 'strong' && distinct >= PROVEN_BY;
}

function textTemplate(projectId: string, document: GroupDocument, found: FoundTemplate): NewTemplate {
  const { start, end } = found.evidence.longest;
  const features = countedRuns(document, found.features);
  return {
    id: idOf(projectId, document.scope, document.tokens.slice(start, end)),
    scope: document.scope,
    // Until more requests have shown which of it is input, all of it is kept.
    features: found.distinct >= PROVEN_BY ? bounded(features) : features,
    distinct: found.distinct,
    weak: found.evidence.verdict === 'weak',
    basis: document.basis === 'system' ? 'system' : 'text',
    label: labelOf(document, start, end),
  };
}

function narrow<T extends GroupTemplate>(group: T, document: GroupDocument): Recognition<T> {
  if (group.distinct >= PROVEN_BY) return { kind: 'known', group };
  const features = new Set([...group.features].filter((feature) => document.features.has(feature)));
  return features.size === group.features.size && features.size === document.features.size
    ? { kind: 'known', group }
    : { kind: 'narrowed', group, features };
}

function contextTemplate(projectId: string, document: GroupDocument): NewTemplate {
  return {
    id: idOf(projectId, document.scope, []),
    scope: document.scope,
    features: new Set(),
    distinct: MIN_REQUESTS,
    weak: true,
    basis: 'context',
    label: document.contextLabel,
  };
}

/** The same on every process that finds the same template. */
function idOf(projectId: string, scope: number, tokens: readonly number[]): string {
  const digest = createHash('sha256')
    .update(`${projectId}\n${scope}\n${tokens.join(' ')}`)
    .digest();
  let id = 'grp_';
  for (let index = 0; index < ID_LETTERS; index += 1) id += ALPHABET.charAt((digest[index] ?? 0) & 31);
  return id;
}

const ID_LETTERS = 23;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Spread over the whole template, so that a long one is not known by its beginning alone. */
export function bounded(features: ReadonlySet<number>): ReadonlySet<number> {
  if (features.size <= MAX_FEATURES) return features;
  const all = [...features];
  const step = all.length / MAX_FEATURES;
  return new Set(Array.from({ length: MAX_FEATURES }, (_, index) => all[Math.floor(index * step)] ?? 0));
}

const MAX_LABEL = 120;

function labelOf({ offsets, text }: GroupDocument, start: number, end: number): string {
  const from = offsets.slice(start, end).find((offset) => offset >= 0) ?? 0;
  const after = offsets.slice(end, end + RUN).find((offset) => offset >= 0) ?? text.length;
  return text.slice(from, Math.min(after, from + MAX_LABEL));
}
