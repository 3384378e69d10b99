import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import type { ServerAccount } from './server-account.js';

/**
 * What PostgreSQL and its helpers get to see of our environment: nothing of ours (a stray PGDATA or PGPORT would change
 * the server), a fixed locale and UTC. Windows programs need the system's own variables, so there it is inherited.
 */
export const SERVER_ENVIRONMENT: Record<string, string> | undefined =
  process.platform === 'win32' ? undefined : { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Runs a short command as the server's account and waits for it. */
export function runAs(
  account: ServerAccount | undefined,
  command: string,
  commandArguments: string[],
): SpawnSyncReturns<string> {
  return spawnSync(command, commandArguments, {
    ...account,
    cwd: '/',
    encoding: 'utf8',
    env: SERVER_ENVIRONMENT,
  });
}

/** Whether the account can walk to a path and enter or execute it: asked of the system, so that ACLs count too. */
export function canReach(account: ServerAccount | undefined, target: string): boolean {
  if (account === undefined) return true;
  return runAs(account, '/bin/sh', ['-c', '[ -x "$1" ]', 'sh', target]).status === 0;
}
