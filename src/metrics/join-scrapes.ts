interface Family {
  readonly head: string[];
  readonly samples: string[];
}

/**
 * One text of several processes' texts in Prometheus' format: each metric's lines together, its description once. Series of
 * different processes differ by their labels.
 */
export function joinScrapes(texts: readonly string[]): string {
  const families = new Map<string, Family>();
  for (const text of texts) collect(text, families);
  return [...families.values()].map(({ head, samples }) => [...head, ...samples, ''].join('\n')).join('\n');
}

function collect(text: string, families: Map<string, Family>): void {
  let family: Family = { head: [], samples: [] };
  let isKnown = false;
  for (const line of text.split('\n')) {
    const name = /^# HELP (\S+)/.exec(line)?.[1];
    if (name !== undefined) {
      isKnown = families.has(name);
      family = families.get(name) ?? { head: [], samples: [] };
      families.set(name, family);
    }
    if (line === '') continue;
    if (!line.startsWith('#')) family.samples.push(line);
    else if (!isKnown) family.head.push(line);
  }
}
