/** Ends of what a file has started and not ended yet, the newest last. */
const owed = new Set<() => Promise<unknown>>();

/** Sees to it that this is ended with its file, whatever becomes of its tests. @returns the end, once for however many ask */
export function owe(end: () => Promise<unknown>): () => Promise<void> {
  let ended: Promise<unknown> | undefined;
  const once = async (): Promise<void> => {
    owed.delete(once);
    await (ended ??= end());
  };
  owed.add(once);
  return once;
}

/** The newest first, as what came later may stand on what was there. @throws AggregateError of what could not be ended, at the end */
export async function endAllOwed(): Promise<void> {
  const faults: unknown[] = [];
  for (const end of [...owed].reverse()) await end().catch((fault: unknown) => faults.push(fault));
  if (faults.length > 0) throw new AggregateError(faults, 'What a file had started could not be ended.');
}
