import { describe, expect, it } from 'vitest';
import { replacesVerdict, VERDICT_SOURCES, type VerdictSource } from './verdict.js';

const EARLY = new Date('2026-11-28T10:00:00Z');
const LATE = new Date('2026-11-28T10:00:01Z');

describe('replacesVerdict', () => {
  it.each<[VerdictSource, VerdictSource]>([
    ['contract-check', 'judge-model'],
    ['judge-model', 'evaluation-event'],
    ['evaluation-event', 'feedback'],
    ['contract-check', 'feedback'],
  ])('lets %s give way to %s, however late it comes, and never the other way round', (weak, strong) => {
    expect(replacesVerdict({ source: weak, judgedAt: LATE }, { source: strong, judgedAt: EARLY })).toBe(true);
    expect(replacesVerdict({ source: strong, judgedAt: EARLY }, { source: weak, judgedAt: LATE })).toBe(
      false,
    );
  });

  it.each(VERDICT_SOURCES)('lets a later verdict of %s replace the earlier one only', (source) => {
    expect(replacesVerdict({ source, judgedAt: EARLY }, { source, judgedAt: LATE })).toBe(true);
    expect(replacesVerdict({ source, judgedAt: LATE }, { source, judgedAt: EARLY })).toBe(false);
    expect(replacesVerdict({ source, judgedAt: LATE }, { source, judgedAt: LATE })).toBe(true);
  });
});
