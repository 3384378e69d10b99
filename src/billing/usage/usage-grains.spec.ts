import { describe, expect, it } from 'vitest';
import { splitEdges } from './usage-grains.js';

const at = (text: string): number => Date.parse(text);
const short = (time: number): string => new Date(time).toISOString().replace(/:00\.000Z$/, '');

describe('the edges of a period', () => {
  it.each([
    ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', []],
    ['2026-01-01T00:00:00.001Z', '2026-01-01T01:00:00Z', ['2026-01-01T00:00:00.001Z 2026-01-01T00:15']],
    ['2026-01-01T00:10:00Z', '2026-01-01T00:14:00Z', ['2026-01-01T00:10 2026-01-01T00:14']],
    ['2026-01-01T00:10:00Z', '2026-01-01T00:20:00Z', ['2026-01-01T00:10 2026-01-01T00:20']],
    ['2026-01-01', '2026-01-01', []],
    ['2026-01-02', '2026-01-01', []],
  ])('of %s to %s are %j', (from, to, edges) => {
    expect(
      splitEdges({ from: at(from), to: at(to) }).edges.map((edge) => `${short(edge.from)} ${short(edge.to)}`),
    ).toEqual(edges);
  });
});
