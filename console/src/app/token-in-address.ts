const TOKEN = /^#token=(.+)$/;

/** The token of a sign-in link, which is in the fragment so that no server sees it; it leaves the address bar and the history. */
export function takeToken(): string | undefined {
  const [, token] = TOKEN.exec(location.hash) ?? [];
  if (token === undefined) return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return decodeURIComponent(token);
}
