/**
 * The query of a request as it goes up: as it came, with its `?`, less what holds an API key of ours. A key is not read there,
 * and no provider must see it.
 * @param keyPrefix with which every key begins
 */
export function upstreamQuery(url: string, keyPrefix: string): string {
  const start = url.indexOf('?');
  if (start < 0) return '';
  const query = url.slice(start);
  // Names and values are plain unless a client encodes what need not be encoded.
  if (!query.includes(keyPrefix) && !query.includes('%')) return query;
  const kept = query
    .slice(1)
    .split('&')
    .filter((pair) => !decoded(pair).includes(keyPrefix));
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

function decoded(pair: string): string {
  return pair.replace(/%([0-9A-Fa-f]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
