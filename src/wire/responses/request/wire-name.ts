/** What a tool of a namespace is called where there are none, if that is free and short enough. */
export function wireNameIn(namespace: string | undefined, name: string): string {
  return namespace === undefined || namespace === '' ? name : `${namespace}__${name}`;
}
