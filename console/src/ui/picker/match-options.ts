export interface PickOption {
  readonly value: string;
  /** Beside it in the list, as a price. */
  readonly detail?: string;
}

/** What the list shows for what is typed; all of it while nothing was. Pure. */
export function matchOptions(
  options: readonly PickOption[],
  typed: string | undefined,
): readonly PickOption[] {
  const words = (typed ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return options;
  return options.filter(({ value, detail = '' }) => {
    const text = `${value} ${detail}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** What `Enter` chooses: what is spelled out, else the first that matches, else the text itself. */
export function chosenBy(options: readonly PickOption[], typed: string): string {
  const text = typed.trim();
  if (text === '' || options.some(({ value }) => value === text)) return text;
  return matchOptions(options, text)[0]?.value ?? text;
}

/** What leaving the field chooses; undefined when what is typed is no choice yet. */
export function leftWith(
  options: readonly PickOption[],
  typed: string,
  isDraft: boolean,
): string | undefined {
  const text = typed.trim();
  return text === '' || isDraft || options.some(({ value }) => value === text) ? text : undefined;
}
