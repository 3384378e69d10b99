import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../lib/durations.js';
import {
  advanceGuardrail,
  cascadesLeft,
  endProbe,
  OPEN_GUARDRAIL,
  phaseOf,
  takeProbe,
  type CascadeGuardrail,
} from './cascade-guardrail.js';

const NOW = Date.parse('2026-11-28T10:00:00Z');

/** One letter a call: `e` escalated, `s` served by the small model. */
function run(
  calls: string,
  from: CascadeGuardrail = OPEN_GUARDRAIL,
  nowMs = NOW,
  model = 'small',
): CascadeGuardrail {
  return Array.from(calls).reduce(
    (guardrail, call) => advanceGuardrail(guardrail, { model, escalated: call === 'e' }, nowMs),
    from,
  );
}

const STOPPED = run('eeeeeeeeee');

describe('advanceGuardrail', () => {
  it.each<[string, string, string]>([
    ['nine calls, all escalated, are too few', 'e'.repeat(9), 'active'],
    ['the tenth stops', 'e'.repeat(10), 'stopped'],
    ['3 of 10 are exactly 30 %', 'eeesssssss', 'active'],
    ['4 of 10 are over', 'eeeessssss', 'stopped'],
    ['16 of 50 are over', 'ss'.repeat(17) + 'e'.repeat(16), 'stopped'],
    ['15 of the last 50 are not, whatever came before', 's'.repeat(60) + 'e'.repeat(15), 'active'],
    ['16 of the last 50 are', 's'.repeat(60) + 'e'.repeat(16), 'stopped'],
    ['old escalations leave the window', 'eee' + 's'.repeat(50) + 'e'.repeat(15), 'active'],
  ])('%s', (_title, calls, phase) => {
    expect(phaseOf(run(calls), NOW)).toBe(phase);
  });

  it('stops for 24 hours and then probes', () => {
    expect(phaseOf(STOPPED, NOW + DAY_MS - 1)).toBe('stopped');
    expect(phaseOf(STOPPED, NOW + DAY_MS)).toBe('probing');
  });

  it('does not count calls that were on their way when it stopped', () => {
    expect(run('ssssssssss', STOPPED)).toBe(STOPPED);
  });

  it.each<[string, string, string]>([
    ['ten good probes open it', 'ssssssssss', 'active'],
    ['three escalated of ten open it', 'eeesssssss', 'active'],
    ['nine probes have not decided yet', 'sssssssss', 'probing'],
    ['the fourth escalated probe stops at once', 'eeee', 'stopped'],
  ])('%s', (_title, probes, phase) => {
    const later = NOW + DAY_MS;
    expect(phaseOf(run(probes, STOPPED, later), later)).toBe(phase);
  });

  it('blames the model until probes have decided for it', () => {
    const later = NOW + DAY_MS;
    expect(STOPPED.stoppedModels).toEqual(['small']);
    expect(run('sssssssss', STOPPED, later).stoppedModels).toEqual(['small']);
    expect(run('ssssssssss', STOPPED, later).stoppedModels).toEqual([]);
    expect(run('eeee', STOPPED, later).stoppedUntilMs).toBe(later + DAY_MS);
  });

  it('blames only the models whose own answers were refused', () => {
    const good = run('sssssss', OPEN_GUARDRAIL, NOW, 'careful');
    expect(run('eeee', good, NOW, 'careless').stoppedModels).toEqual(['careless']);
  });

  it('lets ten probes go at most, those on their way included', () => {
    const later = NOW + DAY_MS;
    expect(cascadesLeft(STOPPED, NOW)).toBe(0);
    expect(cascadesLeft(STOPPED, later)).toBe(10);
    expect(cascadesLeft(probing('ss', 8, later), later)).toBe(0);
    expect(takeProbe(probing('ss', 8, later), 'late', later)).toBeUndefined();
    expect(takeProbe(STOPPED, 'early', NOW)).toBeUndefined();
    expect(cascadesLeft(OPEN_GUARDRAIL, later)).toBe(Infinity);
  });

  it('gives the place of a probe to another when it ends, or after ten minutes', () => {
    const later = NOW + DAY_MS;
    const full = probing('', 10, later);
    expect(cascadesLeft(full, later)).toBe(0);
    expect(cascadesLeft(endProbe(full, 'call_3'), later)).toBe(1);
    expect(endProbe(full, 'call_unknown')).toBe(full);
    expect(cascadesLeft(full, later + 10 * MINUTE_MS)).toBe(10);
    const next = takeProbe(full, 'next', later + 10 * MINUTE_MS);
    expect(Object.keys(next?.probes ?? {})).toEqual(['next']);
  });

  it('forgets its probes when they have decided', () => {
    const later = NOW + DAY_MS;
    const full = probing('', 10, later);
    expect(run('eeee', full, later).probes).toEqual({});
    expect(run('ssssssssss', full, later).probes).toEqual({});
  });
});

/** After the stop: so many probes have come back, and so many are on their way. */
function probing(back: string, onTheirWay: number, nowMs: number): CascadeGuardrail {
  return Array.from({ length: onTheirWay }).reduce<CascadeGuardrail>(
    (guardrail, _, index) => takeProbe(guardrail, `call_${index}`, nowMs) ?? guardrail,
    run(back, STOPPED, nowMs),
  );
}
