import { EmbeddedPostgresUnavailableError } from './embedded-postgres-unavailable.error.js';

/** The operating-system account PostgreSQL runs under when we are root; `undefined` elsewhere means: as ourselves. */
export interface ServerAccount {
  uid: number;
  gid: number;
}

export interface PasswdEntry extends ServerAccount {
  name: string;
}

/** PostgreSQL refuses to run as root, so root lends it one of these, the first that exists. */
const UNPRIVILEGED_ACCOUNTS = ['postgres', 'node', 'nobody'];

/** Reads the lines of `/etc/passwd` that are well formed. */
export function parsePasswd(text: string): PasswdEntry[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    if (name === undefined || !/^\d+$/.test(uid ?? '') || !/^\d+$/.test(gid ?? '')) return [];
    return [{ name, uid: Number(uid), gid: Number(gid) }];
  });
}

/**
 * Chooses the account for the server. An existing cluster keeps its owner, so that nothing has to be chowned again.
 *
 * @param currentUid `process.getuid()`, or `undefined` on Windows.
 * @param clusterOwner owner of the existing cluster directory, if there is one.
 * @throws EmbeddedPostgresUnavailableError for root on a system without an unprivileged account.
 */
export function chooseServerAccount({
  currentUid,
  clusterOwner,
  passwd,
}: {
  currentUid: number | undefined;
  clusterOwner: ServerAccount | undefined;
  passwd: readonly PasswdEntry[];
}): ServerAccount | undefined {
  if (currentUid !== 0) return undefined;
  if (clusterOwner !== undefined && clusterOwner.uid !== 0) return clusterOwner;
  for (const name of UNPRIVILEGED_ACCOUNTS) {
    const entry = passwd.find((candidate) => candidate.name === name && candidate.uid !== 0);
    if (entry !== undefined) return { uid: entry.uid, gid: entry.gid };
  }
  throw new EmbeddedPostgresUnavailableError(
    `it must not run as root, and none of the accounts ${UNPRIVILEGED_ACCOUNTS.join(', ')} exists`,
  );
}
