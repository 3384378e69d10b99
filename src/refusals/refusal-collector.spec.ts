import { describe, expect, it } from 'vitest';
import { attributeAttempts, mergeCounts, UnprovenRows } from './attribute-attempts.js';
import type { Refusal } from './refusal.js';
import { RefusalCollector } from './refusal-collector.js';

const OWNER = { projectId: 'prj_1', keyId: 'key_1' };
const AT = new Date('2026-11-30T10:00:30Z');
const MINUTE = AT.getTime() / 60_000 - 0.5;
let last = 0;
const refusal = (fields: Partial<Refusal> = {}): Refusal => ({
  id: `ref_${String((last += 1)).padStart(8, '0')}`,
  createdAt: AT,
  status: 429,
  code: 'rate_limit_exceeded',
  message: 'Wait.',
  model: undefined,
  surface: 'chat',
  ...fields,
});

describe('RefusalCollector', () => {
  it('counts by key, code and minute, and begins anew when it was taken', () => {
    const collector = new RefusalCollector(() => undefined);
    for (let call = 0; call < 3; call += 1) collector.add(OWNER, refusal());
    collector.add(OWNER, refusal({ code: 'other' }));
    collector.add(OWNER, refusal({ createdAt: new Date(AT.getTime() + 30_000) }));
    collector.add({ ...OWNER, keyId: 'key_2' }, refusal());
    expect(
      collector.take().counts.map(({ keyId, code, minute, count }) => [keyId, code, minute - MINUTE, count]),
    ).toEqual([
      ['key_1', 'rate_limit_exceeded', 0, 3],
      ['key_1', 'other', 0, 1],
      ['key_1', 'rate_limit_exceeded', 1, 1],
      ['key_2', 'rate_limit_exceeded', 0, 1],
    ]);
    expect([collector.isEmpty, collector.take().rows]).toEqual([true, []]);
  });

  it('counts a flood exactly and holds the newest rows of each project', () => {
    const collector = new RefusalCollector(() => undefined);
    for (let call = 0; call < 50_000; call += 1) collector.add(OWNER, refusal());
    const newest = refusal();
    collector.add(OWNER, newest);
    collector.add({ projectId: 'prj_2', keyId: 'key_2' }, refusal());
    const { counts, rows } = collector.take();
    expect(counts.map(({ count }) => count)).toEqual([50_001, 1]);
    expect(rows).toHaveLength(1_001);
    expect(rows[999]).toMatchObject(newest);
  });

  it('holds few rows of each when very many projects are refused at once', () => {
    const collector = new RefusalCollector(() => undefined);
    for (let call = 0; call < 60_000; call += 1)
      collector.add({ projectId: `prj_${call % 300}`, keyId: `key_${call % 300}` }, refusal());
    const { counts, rows } = collector.take();
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(60_000);
    expect(rows.length).toBeLessThanOrEqual(20_000);
  });

  it('tells what fits in no count: as many beginnings of keys as nobody has', () => {
    let lost = 0;
    const collector = new RefusalCollector((count) => (lost += count));
    for (let guess = 0; guess < 10_050; guess += 1)
      collector.addAttempt({ prefix: `p${guess}`, digest: 'd' }, refusal());
    expect([collector.take().attempts.length, lost]).toEqual([10_000, 50]);
  });
});

describe('attributeAttempts', () => {
  const keys = [
    { id: 'key_1', projectId: 'prj_1', prefix: 'svc_a', hash: 'one' },
    { id: 'key_2', projectId: 'prj_2', prefix: 'svc_a', hash: 'two' },
  ];

  it('gives a whole key its own, guesses the first that begins so, and what begins as no key nobody', () => {
    const collector = new RefusalCollector(() => undefined);
    const add = (prefix: string, digest: string): void =>
      collector.addAttempt({ prefix, digest }, refusal({ status: 401, code: 'invalid_api_key' }));
    add('svc_a', 'two');
    add('svc_a', 'two');
    for (let guess = 0; guess < 40; guess += 1) add('svc_a', `guess-${guess}`);
    add('svc_b', 'x');
    const { counts, rows } = attributeAttempts(collector.take().attempts, keys, () => true);
    expect(mergeCounts(counts).map(({ keyId, projectId, count }) => [keyId, projectId, count])).toEqual([
      ['key_1', 'prj_1', 40],
      ['key_2', 'prj_2', 2],
    ]);
    expect(rows.map(({ keyId, proven }) => [keyId, proven])).toEqual(
      Array.from({ length: 10 }, () => ['key_1', false]),
    );
  });

  it('lists ten guesses a key and minute', () => {
    const unproven = new UnprovenRows();
    const listable = (keyId: string, minute: number): number =>
      Array.from({ length: 30 }, () => unproven.isListable(keyId, minute)).filter(Boolean).length;
    expect([listable('key_1', 5), listable('key_2', 5), listable('key_1', 5), listable('key_1', 6)]).toEqual([
      10, 10, 0, 10,
    ]);
  });
});
