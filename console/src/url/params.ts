/** Reads one URL parameter; what it cannot read counts as absent. */
export type ReadParam<T extends string> = (text: string) => T | undefined;
export type ParamsSpec = Readonly<Record<string, ReadParam<string>>>;
export type ParamsOf<S extends ParamsSpec> = {
  readonly [K in keyof S]?: S[K] extends ReadParam<infer T> ? T : never;
};

/** Any text that is not empty. */
export const anyText: ReadParam<string> = (text) => (text === '' ? undefined : text);

/** One of some words. */
export const oneOf =
  <T extends string>(words: readonly T[]): ReadParam<T> =>
  (text) =>
    words.find((word) => word === text);

/** A text of that shape. */
export const matching =
  (pattern: RegExp): ReadParam<string> =>
  (text) =>
    pattern.test(text) ? text : undefined;

/** A time or date of RFC 3339, as the API takes it. */
export const timeText: ReadParam<string> = (text) => (Number.isNaN(Date.parse(text)) ? undefined : text);

/** The parameters of a screen out of the URL's query; all others are left alone. */
export function readParams<S extends ParamsSpec>(search: string, spec: S): ParamsOf<S> {
  const query = new URLSearchParams(search);
  const values: Record<string, string> = {};
  for (const [name, read] of Object.entries(spec)) {
    const text = query.get(name);
    const value = text === null ? undefined : read(text);
    if (value !== undefined) values[name] = value;
  }
  return values as ParamsOf<S>;
}

/** The query with some parameters changed; `undefined` and empty ones go. In the order of their names, so that it is one text. */
export function writeParams(search: string, changes: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes))
    if (value === undefined || value === '') query.delete(name);
    else query.set(name, value);
  query.sort();
  return query.toString();
}

/** A path with its query. */
export const withSearch = (path: string, search: string): string =>
  search === '' ? path : `${path}?${search.replace(/^\?/, '')}`;
