const SLASH = 0x2f;
const SCHEME_AND_HOST = /^https?:\/\/[^/?#]*/i;

/** A request's target as a path with its query: HTTP lets a client write the whole address there, as it does to a proxy. */
export function toOriginForm(target: string): string {
  if (target.charCodeAt(0) === SLASH) return target;
  const path = target.replace(SCHEME_AND_HOST, '');
  return path === '' || path.startsWith('?') ? `/${path}` : path;
}
