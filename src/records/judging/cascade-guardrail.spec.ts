import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../lib/durations.js';
import {
  advanceGuardrail,
  cascadesLeft,
  OPEN_GUARDRAIL,
  phaseOf,
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
    expect(cascadesLeft(STOPPED, NOW, 0)).toBe(0);
    expect(cascadesLeft(STOPPED, later, 0)).toBe(10);
    expect(cascadesLeft(run('ss', STOPPED, later), later, 8)).toBe(0);
    expect(cascadesLeft(OPEN_GUARDRAIL, later, 1_000)).toBe(Infinity);
  });
});
