/** The texts of one place: English always, others where somebody wrote them. */
export type Texts<T> = { readonly en: T } & Readonly<Partial<Record<string, T>>>;

const preferred = (): readonly string[] => (typeof navigator === 'undefined' ? [] : navigator.languages);

/** The texts in the first language of the browser that there are some in, else in English. */
export function pickText<T>(texts: Texts<T>, languages: readonly string[] = preferred()): T {
  for (const language of languages) {
    const found = texts[language] ?? texts[language.split('-', 1)[0] ?? ''];
    if (found !== undefined) return found;
  }
  return texts.en;
}
