import type { GroupDocument } from './read-document.js';
import { weighEvidence, type Evidence } from './weigh-evidence.js';

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
  readonly common: ReadonlySet<number>;
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
  readonly pairs: readonly ReadonlySet<number>[];
}

/** What something in common must be besides a template. */
export interface Wanted {
  isIn(common: ReadonlySet<number>): boolean;
  /** Whether it may do where what is in common is too little for a strong template. */
  mayDo(common: ReadonlySet<number>): boolean;
}

/** Compared as first and second of a pair, the nearest first. */
const MAX_FIRST = 3;
const MAX_NEAR = 8;

/**
 * The last requests that were of no known template: one is found when the third of its kind comes. Looked up by the edges of
 * clauses, so that what a request costs does not grow with what is remembered.
 */
export class RequestRing {
  private readonly ring: (RecentRequest | undefined)[] = [];
  private readonly slotsByEdge = new Map<number, number[]>();
  private readonly scopes = new Map<number, number>();
  private next = 0;

  /** @param minEdges so many edges of clauses two requests must share to be compared */
  constructor(
    private readonly maxRecent: number,
    private readonly minEdges = 1,
  ) {}

  get size(): number {
    return this.ring.length;
  }

  /**
   * What the document has in common with two earlier ones at least, when that reads as a template.
   * @param wanted where given, only strong templates count, or what it makes up for
   */
  compare(document: GroupDocument, wanted?: Wanted): Comparison {
    // What one has not in common with the document, three have not either.
    const near = this.nearest(document).filter(
      ({ pair, common }) => (pair.verdict !== 'none' || pair.frame > 0) && (wanted?.isIn(common) ?? true),
    );
    let best: FoundTemplate | undefined;
    for (const [index, one] of near.slice(0, MAX_FIRST).entries()) {
      for (const other of near.slice(index + 1)) {
        if (one.taken && other.taken) continue;
        const features = new Set([...one.common].filter((feature) => other.common.has(feature)));
        const evidence = weighEvidence(document, features);
        if (evidence.verdict === 'none' || near.some(({ pair }) => isOfAnother(evidence, pair))) continue;
        if (wanted !== undefined && !isWithWanted(wanted, evidence, features)) continue;
        const prints = [fingerprintOf(document), one.fingerprint, other.fingerprint];
        const slots = near.filter(({ common }) => isWithin(features, common)).map(({ slot }) => slot);
        const found = { features, evidence, distinct: new Set(prints).size, slots };
        if (best === undefined || isBetter(found, best)) best = found;
      }
    }
    return { found: best, pairs: near.map(({ common }) => common) };
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
      messages: document.messages?.(),
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
      const slots = this.slotsByEdge.get(edge)?.filter((other) => other !== slot) ?? [];
      if (slots.length > 0) this.slotsByEdge.set(edge, slots);
      else this.slotsByEdge.delete(edge);
    }
  }

  private nearest(document: GroupDocument): Neighbour[] {
    const { scope, edges, features } = document;
    const shared = new Map<number, number>();
    for (const edge of edges)
      for (const slot of this.slotsByEdge.get(edge) ?? [])
        if (this.ring[slot]?.scope === scope) shared.set(slot, (shared.get(slot) ?? 0) + 1);
    const alike = [...shared].filter(([, edges]) => edges >= this.minEdges);
    if (alike.length < 2) return [];
    return alike
      .sort(([, one], [, other]) => other - one)
      .slice(0, MAX_NEAR)
      .flatMap(([slot]) => {
        const recent = this.ring[slot];
        if (recent === undefined) return [];
        const common = new Set<number>();
        for (const feature of recent.features) if (features.has(feature)) common.add(feature);
        return [
          {
            slot,
            taken: recent.taken,
            common,
            pair: weighEvidence(document, common),
            fingerprint: recent.fingerprint,
          },
        ];
      })
      .sort((one, other) => other.common.size - one.common.size);
  }
}

function isWithWanted(wanted: Wanted, evidence: Evidence, features: ReadonlySet<number>): boolean {
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

/** More of a frame is better; with the same frame, less of what happens to stand in it. */
function isBetter(one: FoundTemplate, other: FoundTemplate): boolean {
  if (one.evidence.frame !== other.evidence.frame) return one.evidence.frame > other.evidence.frame;
  if (one.evidence.frame === 0) return one.evidence.score > other.evidence.score;
  return one.features.size < other.features.size;
}

function isWithin(features: ReadonlySet<number>, common: ReadonlySet<number>): boolean {
  for (const feature of features) if (!common.has(feature)) return false;
  return true;
}

function fingerprintOf({ features }: GroupDocument): number {
  let print = 0;
  for (const feature of features) print = (Math.imul(print, 31) + feature) >>> 0;
  return print;
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
