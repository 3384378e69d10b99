const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 1_000;

/** A page of a newest-first list by provider A's cursors; `hasMore` refers to the direction walked. */
export function listPage<Item extends { id: string }>(
  items: Item[],
  query: URLSearchParams,
): { page: Item[]; hasMore: boolean } {
  const limit = Math.min(
    Math.max(Number(query.get('limit') ?? DEFAULT_LIMIT) || DEFAULT_LIMIT, 1),
    MAX_LIMIT,
  );
  const before = query.get('before_id');
  if (before !== null) {
    const end = Math.max(
      items.findIndex((item) => item.id === before),
      0,
    );
    const start = Math.max(end - limit, 0);
    return { page: items.slice(start, end), hasMore: start > 0 };
  }
  const start = items.findIndex((item) => item.id === query.get('after_id')) + 1;
  return { page: items.slice(start, start + limit), hasMore: start + limit < items.length };
}
