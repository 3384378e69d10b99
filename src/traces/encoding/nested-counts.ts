/** A span of a caller, as far as sums over its trace concern it. */
export interface CountedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  /** 0: it tells none. */
  readonly tokens: number;
  readonly cost: number;
  readonly responseId: string | undefined;
}

/** The tokens of a span are told again by another one, which counts instead. */
export const NESTED_TOKENS_FLAG = 2;
/** The same of its cost. */
export const NESTED_COST_FLAG = 4;

type Told = 'tokens' | 'cost';

/**
 * What must not be summed, as flags of each span: libraries give the tokens of a model's call to the spans around it too, and two of
 * them may watch the same answer. What stands above a span that tells tokens does not count, nor of several about one answer any
 * but the largest. The same rule over whole traces is `RECOUNT_TRACES`.
 */
export function findNested(spans: readonly CountedSpan[]): number[] {
  const nestedTokens = nestedOf(spans, 'tokens');
  const nestedCost = nestedOf(spans, 'cost');
  return spans.map(
    (_span, index) =>
      (nestedTokens.has(index) ? NESTED_TOKENS_FLAG : 0) | (nestedCost.has(index) ? NESTED_COST_FLAG : 0),
  );
}

function nestedOf(spans: readonly CountedSpan[], told: Told): ReadonlySet<number> {
  const above = spansAbove(spans, told);
  const nested = new Set<number>();
  const largest = new Map<string, number>();
  spans.forEach((span, index) => {
    if (span[told] === 0) return;
    if (above.has(keyOf(span.traceId, span.spanId))) {
      nested.add(index);
      return;
    }
    if (span.responseId === undefined) return;
    const answer = keyOf(span.traceId, span.responseId);
    const rival = largest.get(answer);
    const isLarger = rival === undefined || span[told] > (spans[rival]?.[told] ?? 0);
    if (isLarger) largest.set(answer, index);
    if (rival !== undefined) nested.add(isLarger ? rival : index);
  });
  return nested;
}

/** The spans above those that tell something, whether they tell something themselves or not. */
function spansAbove(spans: readonly CountedSpan[], told: Told): ReadonlySet<string> {
  const parents = new Map(
    spans.map(({ traceId, spanId, parentSpanId }) => [keyOf(traceId, spanId), parentSpanId]),
  );
  const above = new Set<string>();
  for (const { traceId, parentSpanId, [told]: amount } of spans) {
    if (amount === 0) continue;
    let parent = parentSpanId;
    while (parent !== undefined) {
      const key = keyOf(traceId, parent);
      if (above.has(key)) break;
      above.add(key);
      parent = parents.get(key);
    }
  }
  return above;
}

function keyOf(traceId: string, id: string): string {
  return `${traceId} ${id}`;
}
