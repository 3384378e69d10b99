const MAX_FEATURES = 64;

/** Spread over the whole template, so that a long one is not known by its beginning alone. */
export function bounded(features: ReadonlySet<number>): ReadonlySet<number> {
  if (features.size <= MAX_FEATURES) return features;
  const all = [...features];
  const step = all.length / MAX_FEATURES;
  return new Set(Array.from({ length: MAX_FEATURES }, (_, index) => all[Math.floor(index * step)] ?? 0));
}

/** Whether a template may be a part of what its requests have in common. */
export function isSampled({ features }: { readonly features: ReadonlySet<number> }): boolean {
  return features.size >= MAX_FEATURES;
}
