/** Under which name something typed is kept: that of its place. */
export const draftName = (path: string, name: string): string => `draft:${path}:${name}`;

/** What was kept; text that is no JSON counts as nothing. */
export function readDraft(text: string | undefined): { readonly value: unknown } | undefined {
  if (text === undefined) return undefined;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
