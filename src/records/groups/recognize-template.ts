import { createHash } from 'node:crypto';
import {
  commonCore,
  PROVEN_BY,
  type GroupIndex,
  type GroupTemplate,
  type PartTemplate,
} from './group-index.js';
import { RUN, type GroupDocument } from './read-document.js';
import type { RecentRequests } from './recent-requests.js';
import { otherLists } from './other-lists.js';
import { matchPart, recognizePart, rememberPart } from './recognize-part.js';
import type { FoundTemplate } from './request-ring.js';
import { commonTokens, countedRuns, weighEvidence } from './weigh-evidence.js';

/** A template that was found just now. */
export interface NewTemplate extends GroupTemplate {
  readonly basis: 'system' | 'text' | 'context';
  /** The first words that its requests have in common, as they were written. */
  readonly label: string;
  /** A task that shares its system prompt with others was in the group of that prompt until now. */
  readonly splitFrom?: Split;
}

/** Where a group comes from, and the template that the older group keeps. */
export interface Split {
  readonly id: string;
  readonly keeps: PartTemplate;
}

export type Recognition<T> =
  | { readonly kind: 'known'; readonly group: T }
  /** Known, but its template holds words that this request shows to be input. */
  | { readonly kind: 'narrowed'; readonly group: T; readonly features: ReadonlySet<number> }
  | { readonly kind: 'found'; readonly template: NewTemplate }
  | { readonly kind: 'none' };

const MAX_FEATURES = 64;
/** With this request: a group is made from the third on. */
const MIN_REQUESTS = 3;

interface Memory<T extends GroupTemplate> {
  readonly projectId: string;
  readonly groups: GroupIndex<T>;
  readonly recent: RecentRequests;
}

/**
 * The group of a machine-shaped request, or what makes one of it and earlier requests. Requests without a group are
 * remembered in `recent`, so this is to be asked once a request.
 */
export function recognizeTemplate<T extends GroupTemplate>(
  document: GroupDocument,
  memory: Memory<T>,
): Recognition<T> {
  const { groups, recent } = memory;
  const known = groups.match(document);
  if (known !== undefined && !known.weak) return withinGroup(narrow(known, document), document, memory);
  const { found } = recent.compare(document);
  if (found !== undefined && (known === undefined || mayReplace(found))) {
    const core = correct(document, found, groups);
    if (core !== undefined) {
      recent.take(found.slots);
      return withinGroup(core, document, memory);
    }
    return withinGroup({ kind: 'found', template: make(document, found, memory) }, document, memory);
  }
  const group = known ?? (document.basis === 'text-or-context' ? groups.matchScope(document) : undefined);
  const isThird = recent.countScope(document.scope) >= MIN_REQUESTS - 1;
  recent.remember(document);
  if (group !== undefined) return { kind: 'known', group };
  return document.basis === 'text-or-context' && isThird
    ? { kind: 'found', template: contextTemplate(memory.projectId, document) }
    : { kind: 'none' };
}

/** The group that a request has among those that are known, without counting it: what is remembered is neither asked nor changed. */
export function matchKnown<T extends GroupTemplate>(
  document: GroupDocument,
  groups: GroupIndex<T>,
): T | undefined {
  const outer =
    groups.match(document) ??
    (document.basis === 'text-or-context' ? groups.matchScope(document) : undefined);
  if (outer === undefined || document.messages === undefined) return outer;
  if (document.basis !== 'system' && otherLists(document, outer.features).length === 0) return outer;
  return matchPart(document.messages(), outer.id, groups) ?? outer;
}

function make<T extends GroupTemplate>(
  document: GroupDocument,
  found: FoundTemplate,
  { projectId, recent }: Memory<T>,
): NewTemplate {
  const template = textTemplate(projectId, document, found);
  if (template.weak) {
    recent.remember(document);
    return template;
  }
  const { parts } = recent;
  const prompt = { groupId: template.id, prompt: promptOf(document), parts };
  for (const messages of recent.messagesOf(found.slots)) rememberPart(messages, prompt);
  recent.take(found.slots);
  return template;
}

/** A known template that was read too narrowly: what was found is the same without the input of its first requests. */
function correct<T extends GroupTemplate>(
  document: GroupDocument,
  found: FoundTemplate,
  groups: GroupIndex<T>,
): Recognition<T> | undefined {
  if (found.evidence.verdict !== 'strong') return undefined;
  const template = { scope: document.scope, features: countedRuns(document, found.features) };
  const group = groups.findNarrower(template);
  if (group === undefined) return undefined;
  const features = commonCore(group, template);
  if (features === undefined || otherLists(document, features).length > 0) return undefined;
  return weighEvidence(document, features).verdict === 'strong'
    ? { kind: 'narrowed', group, features }
    : undefined;
}

/** Of a group that a system prompt makes, the task that the messages name, when it is one of several. */
function withinGroup<T extends GroupTemplate>(
  outer: Recognition<T>,
  document: GroupDocument,
  { projectId, groups, recent: { parts } }: Memory<T>,
): Recognition<T> {
  if (document.messages === undefined || outer.kind === 'none') return outer;
  const { id, features, keeps } = outer.kind === 'found' ? outer.template : outer.group;
  const lists = document.basis === 'system' ? undefined : otherLists(document, features);
  if (lists?.length === 0 || (keeps === undefined && !parts.isWorthALook(id))) return outer;
  const prompt = promptOf(document);
  const part = recognizePart(document.messages(), { groupId: id, prompt, groups, parts, lists, keeps });
  switch (part.kind) {
    case 'prompt':
      return outer;
    case 'known':
      return { kind: 'known', group: part.part };
    case 'found': {
      const { found, orders, messages, first } = part;
      const splitFrom = { id, keeps: { scope: first.scope, features: first.features } };
      return (
        correct(messages, found, groups) ?? {
          kind: 'found',
          template: { ...textTemplate(projectId, messages, found, orders), weak: false, splitFrom },
        }
      );
    }
  }
}

function promptOf({ basis, text }: GroupDocument): string {
  return basis === 'system' ? text : '';
}

/** What takes requests from a weak group: a strong template, and not of one request that came three times. */
function mayReplace({ evidence, distinct }: FoundTemplate): boolean {
  return evidence.verdict === 'strong' && distinct >= PROVEN_BY;
}

/** @param clauses by the tokens of the breaks before them: what tells it from others besides its longest clause */
function textTemplate(
  projectId: string,
  document: GroupDocument,
  found: FoundTemplate,
  clauses = document.lists,
): NewTemplate {
  const { start, end } = found.evidence.longest;
  const features = countedRuns(document, found.features);
  return {
    id: idOf(projectId, document.scope, [
      ...document.tokens.slice(start, end),
      ...commonTokens(document, clauses, found.features),
    ]),
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
