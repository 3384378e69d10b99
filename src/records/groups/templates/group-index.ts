import type { GroupDocument } from '../reading/read-document.js';
import { isSampled } from './bounded-template.js';
import { tellingClauses } from './telling-clauses.js';
import { weighEvidence } from './weigh-evidence.js';

/** What a group is recognized by. */
export interface GroupTemplate {
  readonly id: string;
  readonly scope: number;
  /** The runs that its requests have in common; empty when its scope alone makes it. */
  readonly features: ReadonlySet<number>;
  /** How many different requests it was found in. Under three it may hold words of their input too. */
  readonly distinct: number;
  /** Strangers may share it: a stronger one that is found among its requests takes them. */
  readonly weak: boolean;
  /** What its own requests have in common besides, since others of them became groups of their own. */
  readonly keeps?: PartTemplate | undefined;
}

/** A template within a group: of messages under one system prompt, or before one list of labels. */
export interface PartTemplate {
  readonly scope: number;
  readonly features: ReadonlySet<number>;
}

/** So many runs may be missing: a word that was edited is in three. Short templates are told apart by a word. */
const MISSING_SHARE = 0.1;
const MISSING_ONCE = 3;
const SHORT_TEMPLATE = 20;
/** Of so few runs each may be a word that tells it apart. */
const TINY_TEMPLATE = 3;
export const PROVEN_BY = 3;
/** Of what three requests have in common, so much also stands in a known template when that one was read too narrowly. */
const NARROWER_SHARE = 0.75;

/** A template among those of a scope, and how much of it the document that is matched just now has. */
interface Entry<T> {
  readonly group: T;
  count: number;
  round: number;
}

/** The groups of one project by the runs of their templates. */
export class GroupIndex<T extends GroupTemplate> {
  /** By scope and run. */
  private readonly byRun = new Map<number, Map<number, Entry<T>[]>>();
  private readonly byScopeAlone = new Map<number, T>();
  private readonly byId = new Map<string, T>();
  private round = 0;

  constructor(groups: Iterable<T>) {
    for (const group of groups) this.add(group);
  }

  get size(): number {
    return this.byId.size;
  }

  get(id: string): T | undefined {
    return this.byId.get(id);
  }

  add(group: T): void {
    this.byId.set(group.id, group);
    if (group.features.size === 0)
      this.byScopeAlone.set(group.scope, this.byScopeAlone.get(group.scope) ?? group);
    else this.enter(group, group);
    const { keeps } = group;
    if (keeps !== undefined)
      this.enter({ ...group, ...keeps, distinct: PROVEN_BY, weak: false, keeps: undefined }, keeps);
  }

  remove(group: T): void {
    const standing = this.byId.get(group.id) ?? group;
    this.byId.delete(group.id);
    if (this.byScopeAlone.get(group.scope)?.id === group.id) this.byScopeAlone.delete(group.scope);
    this.leave(standing, standing);
    if (standing.keeps !== undefined) this.leave(standing, standing.keeps);
  }

  private enter(group: T, { scope, features }: PartTemplate): void {
    const runs = this.byRun.get(scope) ?? new Map<number, Entry<T>[]>();
    this.byRun.set(scope, runs);
    const entry = { group, count: 0, round: 0 };
    for (const feature of features) {
      const list = runs.get(feature);
      if (list === undefined) runs.set(feature, [entry]);
      else list.push(entry);
    }
  }

  private leave({ id }: T, { scope, features }: PartTemplate): void {
    const runs = this.byRun.get(scope);
    for (const feature of features) {
      const list = runs?.get(feature)?.filter(({ group }) => group.id !== id) ?? [];
      if (list.length > 0) runs?.set(feature, list);
      else runs?.delete(feature);
    }
  }

  /** The group whose template the document was made from: a strong one before a weak, then the longest, then the lower id. */
  match(document: GroupDocument): T | undefined {
    const runs = this.byRun.get(document.scope);
    if (runs === undefined) return undefined;
    let best: Entry<T> | undefined;
    for (const entry of this.covered(document.features, runs))
      if ((best === undefined || isBefore(entry, best)) && isMadeFrom(document, entry.group, entry.count))
        best = entry;
    return best?.group;
  }

  /** The templates that have any of the runs, each with how many. */
  private covered(features: Iterable<number>, runs: ReadonlyMap<number, Entry<T>[]>): Entry<T>[] {
    const covered: Entry<T>[] = [];
    this.round += 1;
    for (const feature of features) {
      const entries = runs.get(feature);
      if (entries === undefined) continue;
      for (const entry of entries) {
        if (entry.round !== this.round) {
          entry.round = this.round;
          entry.count = 0;
          covered.push(entry);
        }
        entry.count += 1;
      }
    }
    return covered;
  }

  /** A group that has nearly all of a template, and may have more: input that its first requests happened to share. */
  findNarrower({ scope, features }: PartTemplate): T | undefined {
    const runs = this.byRun.get(scope);
    if (runs === undefined) return undefined;
    return this.covered(features, runs).find(
      ({ group, count }) =>
        !group.weak && this.byId.get(group.id) === group && count >= NARROWER_SHARE * features.size,
    )?.group;
  }

  /** The group that a scope alone makes. */
  matchScope(document: GroupDocument): T | undefined {
    return this.byScopeAlone.get(document.scope);
  }
}

/** What both hold, when the one that was found later reads as the known one without its input; `undefined` otherwise. */
export function commonCore(known: PartTemplate, found: PartTemplate): ReadonlySet<number> | undefined {
  if (known.scope !== found.scope) return undefined;
  const core = new Set([...found.features].filter((feature) => known.features.has(feature)));
  return core.size >= NARROWER_SHARE * found.features.size ? core : undefined;
}

/**
 * Whether a group that was found just now is one that was stored meanwhile: what its requests have in common would have been
 * recognized as the stored one's. Of a stored template that may still hold input nothing is known.
 */
export function isSameTemplate(stored: GroupTemplate, found: GroupTemplate): boolean {
  if (stored.scope !== found.scope || stored.features.size === 0 || stored.distinct < PROVEN_BY) return false;
  if (stored.weak && !found.weak) return false;
  let missing = 0;
  for (const feature of stored.features) if (!found.features.has(feature)) missing += 1;
  const { size } = stored.features;
  if (size <= TINY_TEMPLATE) return missing === 0;
  return missing <= (size < SHORT_TEMPLATE ? 1 : Math.max(MISSING_ONCE, Math.floor(MISSING_SHARE * size)));
}

function isBefore(
  one: { readonly group: GroupTemplate; readonly count: number },
  other: { readonly group: GroupTemplate; readonly count: number },
): boolean {
  if (one.group.weak !== other.group.weak) return other.group.weak;
  return one.count === other.count ? one.group.id < other.group.id : one.count > other.count;
}

function isMadeFrom(document: GroupDocument, group: GroupTemplate, covered: number): boolean {
  const missing = group.features.size - covered;
  if (missing <= mayMiss(group.features.size, document))
    return missing <= 1 || tellingClauses(document, group.features, isSampled(group)).length === 0;
  if (group.distinct >= PROVEN_BY) return false;
  return weighEvidence(document, group.features).verdict === 'strong';
}

/** Letters of scripts without spaces make a run each, where words would make half as many. */
function mayMiss(size: number, { words, tokens }: GroupDocument): number {
  if (size <= TINY_TEMPLATE) return 0;
  const wordRuns = (size * words) / Math.max(1, tokens.length);
  return wordRuns < SHORT_TEMPLATE ? 1 : Math.max(MISSING_ONCE, Math.floor(MISSING_SHARE * size));
}
