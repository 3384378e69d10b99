import { BUCKETS } from './hash-feature.js';

const FIRST_CAPACITY = 1_024;

/**
 * A sparse vector over the buckets. Meant to be kept and cleared, not built for each request: clearing costs nothing,
 * and nothing is allocated once it has grown to the largest request seen.
 */
export class FeatureBag {
  /** The first `size` entries hold; each bucket once, in order of its first appearance. */
  buckets = new Int32Array(FIRST_CAPACITY);
  values = new Float64Array(FIRST_CAPACITY);
  size = 0;
  /** In which round a bucket was last used, and where it stands in that round. */
  private readonly rounds = new Uint32Array(BUCKETS);
  private readonly places = new Uint32Array(BUCKETS);
  private round = 1;

  clear(): void {
    this.size = 0;
    this.round += 1;
    if (this.round < 0xffff_ffff) return;
    this.rounds.fill(0);
    this.round = 1;
  }

  /** Adds `value` to a bucket. */
  add(bucket: number, value = 1): void {
    const place = this.placeOf(bucket);
    this.values[place] = (this.values[place] ?? 0) + value;
  }

  /** A feature that is there or not, however often it is seen. */
  mark(bucket: number): void {
    this.values[this.placeOf(bucket)] = 1;
  }

  /** Scales the entries from `start` to the end to length 1: a long text then weighs no more than a short one. */
  normalize(start = 0): void {
    let squares = 0;
    for (let place = start; place < this.size; place += 1) squares += (this.values[place] ?? 0) ** 2;
    if (squares === 0) return;
    const factor = 1 / Math.sqrt(squares);
    for (let place = start; place < this.size; place += 1)
      this.values[place] = (this.values[place] ?? 0) * factor;
  }

  private placeOf(bucket: number): number {
    if (this.rounds[bucket] === this.round) return this.places[bucket] ?? 0;
    if (this.size === this.buckets.length) this.grow();
    const place = this.size;
    this.rounds[bucket] = this.round;
    this.places[bucket] = place;
    this.buckets[place] = bucket;
    this.values[place] = 0;
    this.size += 1;
    return place;
  }

  private grow(): void {
    const buckets = new Int32Array(this.buckets.length * 2);
    const values = new Float64Array(this.values.length * 2);
    buckets.set(this.buckets);
    values.set(this.values);
    this.buckets = buckets;
    this.values = values;
  }
}
