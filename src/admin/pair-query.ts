/** A parameter that is written once a key, `metadata[order]=7`: pairs, since a key may be any word, also one that objects inherit. */
const PAIRED = /^(metadata)\[(.*)\]$/s;

/** Brings such parameters together under their name; all others stay as they are. */
export function pairQuery(query: object): object {
  const entries = Object.entries(query);
  if (!entries.some(([name]) => PAIRED.test(name))) return query;
  const plain = entries.filter(([name]) => !PAIRED.test(name));
  const pairs = new Map<string, [string, unknown][]>();
  for (const [written, value] of entries) {
    const [, name, key] = PAIRED.exec(written) ?? [];
    if (name === undefined || key === undefined) continue;
    pairs.set(name, [...(pairs.get(name) ?? []), [key, value]]);
  }
  return Object.fromEntries([...plain, ...pairs]);
}
