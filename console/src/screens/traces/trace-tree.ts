import type { CallOfTrace, Span, TraceDetail } from '../../api/traces.js';
import { millisecondsFrom, readNanoTime, type NanoTime } from './nano-time.js';

/** One line of the waterfall: a span, or a call of the gateway that no span tells of. */
export interface TraceNode {
  readonly id: string;
  /** 1 for those without a parent among them. */
  readonly level: number;
  readonly name: string;
  readonly startMs: number;
  readonly durationMs: number;
  readonly isError: boolean;
  readonly hasChildren: boolean;
  readonly parentId: string | undefined;
  readonly span: Span | undefined;
  readonly call: CallOfTrace | undefined;
}

export interface TraceTree {
  /** Each followed by its descendants. */
  readonly nodes: readonly TraceNode[];
  readonly totalMs: number;
}

/** What of a node is known before its place in the tree is. */
type Loose = Omit<TraceNode, 'level' | 'hasChildren' | 'startMs'> & { readonly start: NanoTime };

/** Attributes by which a span names a call: the gateway's own, and that of the conventions. */
const CALL_ID = 'gateway.call.id';
const RESPONSE_ID = 'gen_ai.response.id';
const FAILED_FROM = 400;

/** The spans of a trace as a tree, with the calls that belong to it. No recursion: a chain of thousands is a trace, too. */
export function buildTree({ spans, calls }: Pick<TraceDetail, 'spans' | 'calls'>): TraceTree {
  const byName = callsByName(calls);
  const loose = spans.map((span) => ofSpan(span, byName));
  const told = new Set(loose.map(({ call }) => call?.id));
  const all = [...loose, ...calls.filter(({ id }) => !told.has(id)).map(ofCall)];
  const origin = earliest(all);
  const nodes = inOrder(all, origin);
  return { nodes, totalMs: nodes.reduce((end, node) => Math.max(end, node.startMs + node.durationMs), 0) };
}

/** Those that are seen: without what is below a collapsed one. */
export function visibleNodes(
  nodes: readonly TraceNode[],
  collapsed: ReadonlySet<string>,
): readonly TraceNode[] {
  if (collapsed.size === 0) return nodes;
  const seen: TraceNode[] = [];
  let hiddenBelow = Number.POSITIVE_INFINITY;
  for (const node of nodes) {
    if (node.level > hiddenBelow) continue;
    hiddenBelow = collapsed.has(node.id) ? node.level : Number.POSITIVE_INFINITY;
    seen.push(node);
  }
  return seen;
}

function callsByName(calls: readonly CallOfTrace[]): ReadonlyMap<unknown, CallOfTrace> {
  const byName = new Map<unknown, CallOfTrace>();
  for (const call of calls) {
    byName.set(call.id, call);
    if (call.response_id !== null) byName.set(call.response_id, call);
  }
  return byName;
}

function ofSpan(span: Span, byName: ReadonlyMap<unknown, CallOfTrace>): Loose {
  const attributes = span.attributes as Readonly<Record<string, unknown>>;
  return {
    id: span.span_id,
    parentId: span.parent_span_id ?? undefined,
    name: span.name,
    start: readNanoTime(span.started_at),
    durationMs: span.duration_ms,
    isError: span.status.code === 'error',
    span,
    call: byName.get(attributes[CALL_ID]) ?? byName.get(attributes[RESPONSE_ID]),
  };
}

function ofCall(call: CallOfTrace): Loose {
  return {
    id: call.id,
    parentId: undefined,
    name: `${call.surface} ${call.served_model ?? call.requested_model}`,
    start: readNanoTime(call.created_at),
    durationMs: call.timings.gateway_ms + call.timings.upstream_ms,
    isError: call.status >= FAILED_FROM,
    span: undefined,
    call,
  };
}

function earliest(all: readonly Loose[]): NanoTime {
  const [first, ...others] = all;
  return others.reduce(
    (least, { start }) => (millisecondsFrom(least, start) < 0 ? start : least),
    first?.start ?? { secondMs: 0, nanos: 0 },
  );
}

/** Depth first, brothers by their start. What names no parent that is here, or itself in a circle, is a root. */
function inOrder(all: readonly Loose[], origin: NanoTime): readonly TraceNode[] {
  const ids = new Set(all.map(({ id }) => id));
  const children = new Map<string | undefined, Loose[]>();
  for (const one of all) {
    const parent = one.parentId !== undefined && ids.has(one.parentId) ? one.parentId : undefined;
    const brothers = children.get(parent);
    if (brothers === undefined) children.set(parent, [one]);
    else brothers.push(one);
  }
  for (const brothers of children.values())
    brothers.sort((first, second) => millisecondsFrom(second.start, first.start));
  const nodes: TraceNode[] = [];
  const placed = new Set<string>();
  const placeFrom = (roots: readonly Loose[]): void => {
    const waiting = roots.map((root) => ({ loose: root, level: 1 })).reverse();
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { loose, level } = next;
      if (placed.has(loose.id)) continue;
      placed.add(loose.id);
      const own = children.get(loose.id) ?? [];
      const { start, ...node } = loose;
      nodes.push({ ...node, level, startMs: millisecondsFrom(origin, start), hasChildren: own.length > 0 });
      for (const child of own.toReversed()) waiting.push({ loose: child, level: level + 1 });
    }
  };
  placeFrom(children.get(undefined) ?? []);
  for (const one of all) if (!placed.has(one.id)) placeFrom([one]);
  return nodes;
}
