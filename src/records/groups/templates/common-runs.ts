import type { GroupDocument } from '../reading/read-document.js';

/** Runs that something has in common with a document, as they are asked about. */
export interface Runs {
  readonly size: number;
  has(run: number): boolean;
}

/** A few times as many places as a long document has runs; grows where it must. */
const PLACES = 512;

/** The runs of a document, numbered, so that what others have in common with it is a flag for each. */
export class RunTable {
  /** Of the run that begins at each token; -1 where none does. */
  readonly ids: Int32Array;
  readonly runs: readonly number[];
  readonly tokens: readonly number[];
  /** An open hash table: several times as quick as a map, and asked for each run of each neighbour. */
  private readonly keys: Int32Array;
  private readonly idAt: Int16Array;

  constructor({ tokens, runs, features }: GroupDocument) {
    this.tokens = tokens;
    this.runs = [...features];
    let places = PLACES;
    while (places < 2 * this.runs.length) places *= 2;
    this.keys = new Int32Array(places);
    this.idAt = new Int16Array(places);
    for (let id = 0; id < this.runs.length; id += 1) {
      const run = this.runs[id] ?? 0;
      const place = this.placeOf(run);
      this.keys[place] = run;
      this.idAt[place] = id;
    }
    this.ids = new Int32Array(runs.length);
    for (let index = 0; index < runs.length; index += 1) this.ids[index] = this.idOf(runs[index] ?? 0);
  }

  /** No run is 0. */
  idOf(run: number): number {
    if (run === 0) return -1;
    const place = this.placeOf(run);
    return this.keys[place] === run ? (this.idAt[place] ?? -1) : -1;
  }

  /** What the document has in common with something that has these runs. */
  common(features: Uint32Array): CommonRuns {
    const flags = new Uint8Array(this.runs.length);
    let size = 0;
    for (let index = 0; index < features.length; index += 1) {
      const id = this.idOf(features[index] ?? 0);
      if (id < 0 || flags[id] === 1) continue;
      flags[id] = 1;
      size += 1;
    }
    return new CommonRuns(this, flags, size);
  }

  /** Where a run stands, or may be put. */
  private placeOf(run: number): number {
    const { keys } = this;
    const mask = keys.length - 1;
    let place = run & mask;
    while (keys[place] !== 0 && keys[place] !== run) place = (place + 1) & mask;
    return place;
  }
}

export class CommonRuns implements Runs {
  constructor(
    readonly table: RunTable,
    readonly flags: Uint8Array,
    readonly size: number,
  ) {}

  has(run: number): boolean {
    return this.flags[this.table.idOf(run)] === 1;
  }

  and(other: CommonRuns): CommonRuns {
    const flags = new Uint8Array(this.flags.length);
    let size = 0;
    for (let id = 0; id < flags.length; id += 1) {
      const both = (this.flags[id] ?? 0) & (other.flags[id] ?? 0);
      flags[id] = both;
      size += both;
    }
    return new CommonRuns(this.table, flags, size);
  }

  equals(other: CommonRuns): boolean {
    return this.size === other.size && this.isWithin(other);
  }

  isWithin(other: CommonRuns): boolean {
    for (let id = 0; id < this.flags.length; id += 1)
      if (this.flags[id] === 1 && other.flags[id] !== 1) return false;
    return true;
  }

  toSet(): Set<number> {
    return new Set(this.table.runs.filter((_, id) => this.flags[id] === 1));
  }
}
