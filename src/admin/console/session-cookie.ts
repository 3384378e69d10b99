const NAME = 'svc_console';
const MAX_LENGTH = 256;

/** The session's secret in a `Cookie` header. */
export function readSessionCookie(header: string | undefined): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const [name, value] = part.trim().split('=', 2);
    if (name === NAME && value !== undefined && value !== '' && value.length <= MAX_LENGTH) return value;
  }
  return undefined;
}

/** No script reads it and no other site sends it. It counts on admin paths alone, so it needs no path of its own. */
export function sessionCookie(
  secret: string,
  { secure, seconds }: { readonly secure: boolean; readonly seconds: number },
): string {
  return `${NAME}=${secret}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`;
}
