import { RunTable, type CommonRuns, type Runs } from './common-runs.js';
import { RUN, type GroupDocument } from '../reading/read-document.js';
import { Nearest } from './nearest.js';
import { otherOrders } from './telling-clauses.js';
import { hasClause, weighEvidence, type Evidence } from './weigh-evidence.js';

/** A request that no group took, as it is remembered for those to come. */
interface RecentRequest {
  readonly scope: number;
  readonly features: Uint32Array;
  readonly edges: readonly number[];
  readonly fingerprint: number;
  /** A group was made of it and others: what two such have in common with a third is more likely their input. */
  taken: boolean;
  /** What its messages said beside the system prompt that it was remembered by. */
  readonly messages: GroupDocument | undefined;
}

/** An earlier request, and what the document has in common with it. */
interface Neighbour {
  readonly slot: number;
  readonly taken: boolean;
  readonly features: Uint32Array;
  readonly common: CommonRuns;
  readonly pair: Evidence;
  readonly fingerprint: number;
}

/** What three or more requests have in common. */
export interface FoundTemplate {
  readonly features: ReadonlySet<number>;
  readonly evidence: Evidence;
  /** How many different requests stand behind it. */
  readonly distinct: number;
  /** Where the earlier requests with all of it are remembered. */
  readonly slots: readonly number[];
}

/** What a request has in common with earlier ones. */
export interface Comparison {
  readonly found: FoundTemplate | undefined;
  /** What it has in common with each of the nearest that count. */
  readonly pairs: readonly Runs[];
}

/** What something in common must be besides a template. */
export interface Wanted {
  isIn(common: Runs): boolean;
  /** Whether it may do where what is in common is too little for a strong template. */
  mayDo(common: Runs): boolean;
}

/** Compared as first and second of a pair, the nearest first. */
const MAX_FIRST = 3;
const MAX_NEAR = 8;
/** What stands in more requests tells few of them apart: the newest do. */
const MAX_OF_EDGE = 64;

/**
 * The last requests that were of no known template: one is found when the third of its kind comes. Looked up by the edges of
 * clauses, so that what a request costs does not grow with what is remembered.
 */
export class RequestRing {
  private readonly ring: (RecentRequest | undefined)[] = [];
  private readonly slotsByEdge = new Map<number, number[]>();
  private readonly scopes = new Map<number, number>();
  private next = 0;
  /** Edges in common by slot, while one request is compared; zeros otherwise. */
  private readonly shared: Uint16Array;

  /** @param minEdges so many edges of clauses two requests must share to be compared */
  constructor(
    private readonly maxRecent: number,
    private readonly minEdges = 1,
  ) {
    this.shared = new Uint16Array(maxRecent);
  }

  get size(): number {
    return this.ring.length;
  }

  /**
   * What the document has in common with two earlier ones at least, when that reads as a template.
   * @param wanted where given, only strong templates count, or what it makes up for
   */
  compare(document: GroupDocument, wanted?: Wanted): Comparison {
    // What one has not in common with the document, three have not either.
    const near = this.nearest(document, wanted !== undefined).filter(
      ({ pair, common }) => (pair.verdict !== 'none' || pair.frame > 0) && (wanted?.isIn(common) ?? true),
    );
    let best: Candidate | undefined;
    // Those that share a text with the document may stand before those that share its order.
    const firsts = wanted === undefined ? MAX_FIRST : MAX_NEAR;
    for (let first = 0; first < Math.min(firsts, near.length); first += 1)
      for (let second = first + 1; second < near.length; second += 1) {
        const candidate = weighPair(document, near, { first, second, wanted });
        if (candidate === undefined || (best !== undefined && !isBetter(candidate, best))) continue;
        if (!isMixed(document, candidate, near)) best = candidate;
      }
    return { found: best && toFound(best, near), pairs: near.map(({ common }) => common) };
  }

  /** What the messages of remembered requests said beside their system prompts. */
  messagesOf(slots: readonly number[]): GroupDocument[] {
    return slots.flatMap((slot) => this.ring[slot]?.messages ?? []);
  }

  /** How many remembered requests share the scope: for groups that a context alone makes. */
  countScope(scope: number): number {
    return this.scopes.get(scope) ?? 0;
  }

  remember(document: GroupDocument): void {
    const slot = this.next;
    this.next = (slot + 1) % this.maxRecent;
    this.forget(slot);
    const { scope, edges } = document;
    this.ring[slot] = {
      scope,
      edges,
      features: packed(document.features),
      fingerprint: fingerprintOf(document),
      taken: false,
      messages: mayHaveParts(document) ? document.messages?.() : undefined,
    };
    this.scopes.set(scope, this.countScope(scope) + 1);
    for (const edge of edges) {
      const slots = this.slotsByEdge.get(edge);
      if (slots === undefined) this.slotsByEdge.set(edge, [slot]);
      else slots.push(slot);
    }
  }

  /** A group was made of these. */
  take(slots: readonly number[]): void {
    for (const slot of slots) {
      const recent = this.ring[slot];
      if (recent !== undefined) recent.taken = true;
    }
  }

  private forget(slot: number): void {
    const old = this.ring[slot];
    if (old === undefined) return;
    this.ring[slot] = undefined;
    const left = this.countScope(old.scope) - 1;
    if (left > 0) this.scopes.set(old.scope, left);
    else this.scopes.delete(old.scope);
    for (const edge of old.edges) {
      const slots = this.slotsByEdge.get(edge);
      // The oldest request is forgotten, so it stands first.
      if (slots?.[0] === slot) slots.shift();
      if (slots?.length === 0) this.slotsByEdge.delete(edge);
    }
  }

  /** @param isEachOnce whether of requests with the same text one is enough */
  private nearest(document: GroupDocument, isEachOnce: boolean): Neighbour[] {
    const slots = this.slotsNear(document, isEachOnce);
    if (slots.length < 2) return [];
    const table = new RunTable(document);
    const near: Neighbour[] = [];
    for (const slot of slots) {
      const recent = this.ring[slot];
      if (recent === undefined) continue;
      const { taken, features, fingerprint } = recent;
      const common = table.common(features);
      // Requests of one template have the same in common with the document: that is weighed once.
      const same = near.find((one) => one.common.equals(common));
      near.push({
        slot,
        taken,
        features,
        common,
        pair: same?.pair ?? weighEvidence(document, common),
        fingerprint,
      });
    }
    return near.sort((one, other) => other.common.size - one.common.size);
  }

  /** Where the requests are that share most edges, those first that were found first. */
  private slotsNear({ scope, edges, ends }: GroupDocument, isEachOnce: boolean): number[] {
    const { shared } = this;
    const touched: number[] = [];
    for (let index = 0; index < edges.length; index += 1) {
      const slots = this.slotsByEdge.get(edges[index] ?? 0);
      if (slots === undefined) continue;
      const sides = ends[index] ?? 1;
      for (let at = Math.max(0, slots.length - MAX_OF_EDGE); at < slots.length; at += 1) {
        const slot = slots[at] ?? 0;
        if (shared[slot] === 0) touched.push(slot);
        shared[slot] = (shared[slot] ?? 0) + sides;
      }
    }
    const nearest = new Nearest(MAX_NEAR);
    for (const slot of touched) {
      const count = shared[slot] ?? 0;
      shared[slot] = 0;
      const recent = this.ring[slot];
      if (recent?.scope === scope && count >= this.minEdges)
        nearest.offer(slot, count, isEachOnce ? recent.fingerprint : undefined);
    }
    return nearest.slots;
  }
}

/** Several tasks may come under its template from the beginning. */
function mayHaveParts({ basis, lists }: GroupDocument): boolean {
  return basis === 'system' || lists.length > 0;
}

interface Candidate {
  readonly features: CommonRuns;
  readonly evidence: Evidence;
  readonly distinct: number;
  readonly pair: readonly [Neighbour, Neighbour];
}

function weighPair(
  document: GroupDocument,
  near: readonly Neighbour[],
  { first, second, wanted }: { first: number; second: number; wanted: Wanted | undefined },
): Candidate | undefined {
  const [one, other] = [near[first], near[second]];
  if (one === undefined || other === undefined || (one.taken && other.taken)) return undefined;
  const features = one.common.and(other.common);
  if (features.size === 0) return undefined;
  const evidence = knownEvidence(features, one, other) ?? weighEvidence(document, features);
  if (near.some(({ pair }) => isOfAnother(evidence, pair))) return undefined;
  if (!(wanted === undefined ? evidence.verdict !== 'none' : isWithWanted(wanted, evidence, features)))
    return undefined;
  const prints = [fingerprintOf(document), one.fingerprint, other.fingerprint];
  return { features, evidence, distinct: new Set(prints).size, pair: [one, other] };
}

/** What one of the two has in common with the document the other has too, more often than not: that is weighed already. */
function knownEvidence({ size }: CommonRuns, one: Neighbour, other: Neighbour): Evidence | undefined {
  if (size === one.common.size) return one.pair;
  return size === other.common.size ? other.pair : undefined;
}

function toFound({ features, evidence, distinct }: Candidate, near: readonly Neighbour[]): FoundTemplate {
  const slots = near.filter(({ common }) => features.isWithin(common)).map(({ slot }) => slot);
  return { features: features.toSet(), evidence, distinct, slots };
}

function isWithWanted(wanted: Wanted, evidence: Evidence, features: Runs): boolean {
  if (!wanted.isIn(features)) return false;
  return evidence.verdict === 'strong' || (!evidence.cutAtEdge && wanted.mayDo(features));
}

/** The same system prompt as one request, and a similar one as two: of a template that only the two know. */
const SAME_SHARE = 0.97;

/** Whether a pair shows that what three have in common is cut out of the template of two. */
function isOfAnother(three: Evidence, pair: Evidence): boolean {
  if (pair.share >= SAME_SHARE) return three.share < SAME_SHARE;
  return three.cutAtEdge && !pair.cutAtEdge && pair.frame > three.frame;
}

/**
 * Whether an order that three lack stands amid what they have, and two of them have more in common: the third is of another
 * template.
 */
function isMixed(
  document: GroupDocument,
  { features, pair: [one, other] }: Candidate,
  near: readonly Neighbour[],
): boolean {
  if (document.basis === 'system') return false;
  const orders = otherOrders(document, features);
  if (orders.length === 0) return false;
  return (
    orders.some((start) => near.some(({ common }) => hasClause(document, start, common))) ||
    sharedBy(one.features, other.features) >= features.size + RUN
  );
}

function sharedBy(one: Uint32Array, other: Uint32Array): number {
  const runs = new Set(one);
  let shared = 0;
  for (const run of other) if (runs.has(run)) shared += 1;
  return shared;
}

/** What more different requests have is better, then more of a frame; with the same frame, less of what happens to stand in it. */
function isBetter(one: Candidate, other: Candidate): boolean {
  if (one.distinct !== other.distinct) return one.distinct > other.distinct;
  if (one.evidence.frame !== other.evidence.frame) return one.evidence.frame > other.evidence.frame;
  if (one.evidence.frame === 0) return one.evidence.score > other.evidence.score;
  return one.features.size < other.features.size;
}

/** A document is compared with several others, one after the other. */
let printed: { readonly features: ReadonlySet<number>; readonly print: number } = {
  features: new Set(),
  print: 0,
};

function fingerprintOf({ features }: GroupDocument): number {
  if (features !== printed.features) {
    let print = 0;
    for (const feature of features) print = (Math.imul(print, 31) + feature) >>> 0;
    printed = { features, print };
  }
  return printed.print;
}

/** `Uint32Array.from` takes several times as long. */
function packed(features: ReadonlySet<number>): Uint32Array {
  const array = new Uint32Array(features.size);
  let at = 0;
  for (const feature of features) {
    array[at] = feature;
    at += 1;
  }
  return array;
}
