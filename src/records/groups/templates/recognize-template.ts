import { createHash } from 'node:crypto';
import {
  commonCore,
  PROVEN_BY,
  type GroupIndex,
  type GroupTemplate,
  type PartTemplate,
} from './group-index.js';
import { bounded, isSampled } from './bounded-template.js';
import type { GroupDocument } from '../reading/read-document.js';
import { isInputAlone } from './input-alone.js';
import type { RecentRequests } from './recent-requests.js';
import { labelOf } from './label-of.js';
import { ordersIn, otherOrders, tellingClauses } from './telling-clauses.js';
import { matchPart, recognizePart, rememberPart } from '../parts/recognize-part.js';
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
  | {
      readonly kind: 'narrowed';
      readonly group: T;
      readonly features: ReadonlySet<number>;
      /** As `NewTemplate`: the group may have been named by what was input. */
      readonly label: string;
    }
  | { readonly kind: 'found'; readonly template: NewTemplate }
  | { readonly kind: 'none' };

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
  if (found !== undefined && (known === undefined || mayReplace(document, found))) {
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
  if (document.basis !== 'system' && tellingClauses(document, outer.features, isSampled(outer)).length === 0)
    return outer;
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
  if (features === undefined || tellingClauses(document, features, isSampled(group)).length > 0)
    return undefined;
  const evidence = weighEvidence(document, features);
  return evidence.verdict === 'strong'
    ? { kind: 'narrowed', group, features, label: labelOf(document, { features, evidence }) }
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
  const lists =
    document.basis === 'system' ? undefined : tellingClauses(document, features, isSampled({ features }));
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
function mayReplace(document: GroupDocument, found: FoundTemplate): boolean {
  return found.distinct >= PROVEN_BY && !isWeak(document, found);
}

/** Others may share it: an input that came with several instructions, or what is around an order of this request alone. */
function isWeak(document: GroupDocument, { evidence, features }: FoundTemplate): boolean {
  if (evidence.verdict === 'weak' || isInputAlone(document, features)) return true;
  return document.basis !== 'system' && otherOrders(document, features).length > 0;
}

/** @param orders by the tokens of the breaks before them: the clauses that say which of several tasks it is */
function textTemplate(
  projectId: string,
  document: GroupDocument,
  found: FoundTemplate,
  orders?: readonly number[],
): NewTemplate {
  const { start, end } = found.evidence.longest;
  const features = countedRuns(document, found.features);
  return {
    id: idOf(projectId, document.scope, [
      ...document.tokens.slice(start, end),
      ...commonTokens(document, orders ?? ownOrders(document, found.features), found.features),
    ]),
    scope: document.scope,
    // Until more requests have shown which of it is input, all of it is kept.
    features: found.distinct >= PROVEN_BY ? bounded(features) : features,
    distinct: found.distinct,
    weak: isWeak(document, found),
    basis: document.basis === 'system' ? 'system' : 'text',
    label: labelOf(document, found, orders),
  };
}

/** What a template says that others of its frame may say otherwise. */
function ownOrders(document: GroupDocument, features: ReadonlySet<number>): readonly number[] {
  return document.basis === 'system' ? [] : [...document.lists, ...ordersIn(document, features)];
}

function narrow<T extends GroupTemplate>(group: T, document: GroupDocument): Recognition<T> {
  if (group.distinct >= PROVEN_BY) return { kind: 'known', group };
  const features = new Set([...group.features].filter((feature) => document.features.has(feature)));
  return features.size === group.features.size && features.size === document.features.size
    ? { kind: 'known', group }
    : { kind: 'narrowed', group, features, label: narrowedLabel(document, features) };
}

function narrowedLabel(document: GroupDocument, features: ReadonlySet<number>): string {
  return labelOf(document, { features, evidence: weighEvidence(document, features) });
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
