/** Rows among which those of a page are, as that page: each once, newest first, those nearest to where it begins. */
export function orderCalls<Row extends { readonly id: string }>(
  rows: readonly Row[],
  { limit, isBackwards }: { readonly limit: number; readonly isBackwards: boolean },
): Row[] {
  const once = [...new Map(rows.map((row) => [row.id, row])).values()];
  const newestFirst = once.sort((one, other) => (one.id < other.id ? 1 : -1));
  return isBackwards ? newestFirst.slice(-limit) : newestFirst.slice(0, limit);
}
