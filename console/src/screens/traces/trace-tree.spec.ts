import { describe, expect, it } from 'vitest';
import { call } from '../../testing/example-calls.js';
import { span } from '../../testing/example-traces.js';
import { millisecondsFrom, readNanoTime } from './nano-time.js';
import { buildTree, visibleNodes } from './trace-tree.js';

const outline = (tree: ReturnType<typeof buildTree>) =>
  tree.nodes.map(({ level, name, startMs }) => `${level} ${name} ${startMs}`);

describe('the tree of a trace', () => {
  it('has each span followed by what is below it, by start', () => {
    const spans = [
      span('a', { startMs: 0, durationMs: 100 }),
      span('c', { parent: 'a', startMs: 40 }),
      span('b', { parent: 'a', startMs: 10 }),
      span('d', { parent: 'b', startMs: 12 }),
    ];
    const tree = buildTree({ spans, calls: [] });
    expect(outline(tree)).toEqual(['1 a 0', '2 b 10', '3 d 12', '2 c 40']);
    expect(tree.nodes.map(({ hasChildren }) => hasChildren)).toEqual([true, true, false, false]);
    expect(tree.totalMs).toBe(100);
  });

  it('hides what is below a collapsed one', () => {
    const spans = [span('a', {}), span('b', { parent: 'a' }), span('c', { parent: 'b' }), span('d', {})];
    const { nodes } = buildTree({ spans, calls: [] });
    const seen = (...collapsed: string[]) => visibleNodes(nodes, new Set(collapsed)).map(({ id }) => id);
    expect([seen(), seen('b'), seen('a'), seen('a', 'b', 'd')]).toEqual([
      ['a', 'b', 'c', 'd'],
      ['a', 'b', 'd'],
      ['a', 'd'],
      ['a', 'd'],
    ]);
  });

  it('shows spans whose parent is not here, and those that are their own ancestors', () => {
    const spans = [span('a', { parent: 'gone' }), span('b', { parent: 'c' }), span('c', { parent: 'b' })];
    expect(buildTree({ spans, calls: [] }).nodes.map(({ id, level }) => [id, level])).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 2],
    ]);
  });

  it('knows the calls that spans name, and adds those that none does', () => {
    const calls = [
      call(1),
      call(2, { response_id: 'chatcmpl-2' }),
      call(3, { served_model: null, status: 503, requested_model: 'auto' }),
    ];
    const spans = [
      span('own', { attributes: { 'gateway.call.id': calls[0]!.id } }),
      span('client', { attributes: { 'gen_ai.response.id': 'chatcmpl-2' } }),
      span('other', { attributes: { 'gen_ai.response.id': 'chatcmpl-9' } }),
    ];
    const { nodes } = buildTree({ spans, calls });
    const named = Object.fromEntries(nodes.map(({ name, call: of, isError }) => [name, [of?.id, isError]]));
    expect(named).toEqual({
      own: [calls[0]!.id, false],
      client: [calls[1]!.id, false],
      other: [undefined, false],
      'chat auto': [calls[2]!.id, true],
    });
  });

  it('of ten thousand spans in one chain has them all', () => {
    const spans = Array.from({ length: 10_000 }, (_, index) =>
      span(`s${index}`, { startMs: index, parent: index === 0 ? undefined : `s${index - 1}` }),
    );
    const { nodes } = buildTree({ spans, calls: [] });
    expect([nodes.length, nodes.at(-1)!.level]).toEqual([10_000, 10_000]);
  });

  it('is empty of nothing', () => {
    expect(buildTree({ spans: [], calls: [] })).toEqual({ nodes: [], totalMs: 0 });
  });
});

it.each([
  ['2026-11-29T12:00:00.000000001Z', '2026-11-29T12:00:00.000001Z', 0.000_999],
  ['2026-11-29T12:00:00Z', '2026-11-29T12:00:01.5Z', 1_500],
  ['2026-11-29T12:00:00.9Z', '2026-11-29T12:00:00.1Z', -800],
])('from %s to %s are %d ms', (from, to, milliseconds) => {
  expect(millisecondsFrom(readNanoTime(from), readNanoTime(to))).toBeCloseTo(milliseconds, 9);
});
