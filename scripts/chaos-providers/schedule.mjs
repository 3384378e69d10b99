import { oneOf, randomFrom } from './random.mjs';

/** How an account fails while its turn lasts. `waits`: it tells callers to stay away, so that it does not count as living until then. */
export const FAULTS = [
  { kind: 'reset' },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 502, html: true },
  { kind: 'status', status: 429, waits: true },
  { kind: 'status', status: 529, waits: true },
  { kind: 'cut', after: 'head' },
  { kind: 'cut', after: 'visible' },
  { kind: 'silence' },
  { kind: 'trickle' },
  { kind: 'garbage' },
];
/** A key that is refused, or whose money is gone, stays so. */
const DEADLY = [
  { kind: 'status', status: 401, deadly: true },
  { kind: 'status', status: 403, deadly: true },
];
const ACCOUNTS = ['one', 'two', 'three'];
/** A part of its calls, or all of them. */
const SHARES = [0.3, 1, 1];

/**
 * Which accounts of a provider live, turn after turn. At each moment one lives that lived in the turn before as well, so that a call
 * which passes from one turn into the next has somebody to answer it. From `deadFrom` on the key of the third is refused for good.
 */
export class Schedule {
  constructor({ seed, deadFrom, faults = FAULTS, now = () => performance.now() }) {
    this.random = randomFrom(seed);
    /** Of requests, whose order nobody decides: the turns stay the same. */
    this.draw = randomFrom(seed + 1_000);
    this.deadFrom = deadFrom;
    this.faults = faults;
    this.now = now;
    this.turn = 0;
    this.living = 'one';
    this.accounts = new Map(ACCOUNTS.map((name) => [name, { fault: undefined, share: 1, waitsUntil: 0 }]));
    /** Since when each account has answered everything; absent while it does not. */
    this.since = new Map(ACCOUNTS.map((name) => [name, 0]));
    this.lives = [];
  }

  next() {
    this.turn += 1;
    const before = this.living;
    const candidates = ACCOUNTS.filter((name) => name !== before && this.isWell(name));
    if (candidates.length > 0 && this.random() < 0.7) this.living = oneOf(this.random, candidates);
    for (const name of ACCOUNTS) this.assign(name, name === before || name === this.living);
  }

  assign(name, mayNotFail) {
    const account = this.accounts.get(name);
    if (account.fault?.deadly === true) return;
    const isDying = name === 'three' && this.turn >= this.deadFrom && !mayNotFail;
    if (isDying) account.fault = oneOf(this.random, DEADLY);
    else account.fault = mayNotFail || this.random() < 0.15 ? undefined : oneOf(this.random, this.faults);
    account.share = isDying ? 1 : oneOf(this.random, SHARES);
    if (account.fault === undefined) this.begin(name);
    else this.end(name);
  }

  /** What becomes of a request that an account gets now. */
  faultOf(name) {
    const { fault, share } = this.accounts.get(name);
    return fault === undefined || this.draw() >= share ? undefined : fault;
  }

  /** It has told somebody to stay away for so long. */
  tells(name, forMs) {
    const account = this.accounts.get(name);
    account.waitsUntil = Math.max(account.waitsUntil, this.now() + forMs);
  }

  /** Whether one and the same account answered everything from `start` to `end`. */
  livedThrough(start, end) {
    const open = [...this.since].map(([, since]) => ({ since, until: Number.POSITIVE_INFINITY }));
    return [...this.lives, ...open].some(({ since, until }) => since <= start && end <= until);
  }

  isWell(name) {
    const { fault, waitsUntil } = this.accounts.get(name);
    return fault === undefined && waitsUntil <= this.now();
  }

  begin(name) {
    // Its own word holds: until then nobody should ask it.
    if (!this.since.has(name)) this.since.set(name, Math.max(this.now(), this.accounts.get(name).waitsUntil));
  }

  end(name) {
    const since = this.since.get(name);
    if (since === undefined) return;
    this.since.delete(name);
    this.lives.push({ since, until: this.now() });
  }
}
