import { describe, expect, it } from 'vitest';
import { DEFAULT_THRESHOLD } from '../complexity/score-complexity.js';
import {
  thresholdInForce,
  thresholdToRestore,
  type RecordThreshold,
  type ThresholdInputs,
} from './threshold-in-force.js';

const RECORD: RecordThreshold = { value: 0.92, medium: 'MEDIUM', big: 'BIG', reason: 'as good' };
const TIERS = { big: 'BIG', medium: 'MEDIUM', small: 'SMALL' };

describe('thresholdInForce', () => {
  it.each<[string, Partial<ThresholdInputs>, number, string]>([
    ['the record’s', {}, 0.92, 'record'],
    ['the one that is set', { router: { threshold: 0.5, recordThreshold: RECORD } }, 0.5, 'router'],
    ['one of nothing', { router: { threshold: 0, recordThreshold: RECORD } }, 0, 'router'],
    [
      'the service’s own while automatic updates is off',
      { automaticUpdates: false },
      DEFAULT_THRESHOLD,
      'default',
    ],
    [
      'the service’s own without a record',
      { router: { threshold: undefined, recordThreshold: undefined } },
      DEFAULT_THRESHOLD,
      'default',
    ],
    [
      'the service’s own with another Medium',
      { tiers: { ...TIERS, medium: 'OTHER' } },
      DEFAULT_THRESHOLD,
      'default',
    ],
    [
      'the service’s own with another Big',
      { tiers: { ...TIERS, big: 'OTHER' } },
      DEFAULT_THRESHOLD,
      'default',
    ],
    ['the service’s own without a Medium', { tiers: { big: 'BIG' } }, DEFAULT_THRESHOLD, 'default'],
    ['the record’s with another Small', { tiers: { ...TIERS, small: 'OTHER' } }, 0.92, 'record'],
  ])('is %s', (_title, inputs, value, source) => {
    const router = { threshold: undefined, recordThreshold: RECORD };
    expect(thresholdInForce({ router, tiers: TIERS, automaticUpdates: true, ...inputs })).toEqual({
      value,
      source,
    });
  });
});

describe('thresholdToRestore', () => {
  it.each<[string, number | null, RecordThreshold | null, RecordThreshold | null, number | null]>([
    ['what was set', 0.4, null, RECORD, 0.4],
    ['none, when the record never spoke', null, null, null, null],
    ['none, when the record says the same', null, { ...RECORD, reason: 'as good still' }, RECORD, null],
    ['the service’s own, when the record speaks since', null, null, RECORD, DEFAULT_THRESHOLD],
    ['the record’s of then, when it is silent now', null, RECORD, null, 0.92],
    ['the record’s of then, when it says something else now', null, RECORD, { ...RECORD, value: 0.87 }, 0.92],
  ])('is %s', (_title, threshold, then, now, expected) => {
    expect(thresholdToRestore({ threshold, recordThreshold: then }, { recordThreshold: now })).toBe(expected);
  });
});
