/** Why the server ended before it was ready, as far as it changes what we do next. */
export type StartFailure = 'port-taken' | 'old-server-alive' | 'fatal';

/** Reads the server's own log: a port lost to somebody else and an old server that is still ending are worth another try. */
export function classifyStartFailure(serverLog: string): StartFailure {
  if (/could not bind|could not create any TCP\/IP sockets/.test(serverLog)) return 'port-taken';
  if (/lock file "postmaster\.pid" already exists|pre-existing shared memory block/.test(serverLog))
    return 'old-server-alive';
  return 'fatal';
}

/** The line that says most about a failed start: the first FATAL or PANIC, else the last line. */
export function summarizeServerLog(serverLog: string): string {
  const lines = serverLog.split('\n').filter((line) => line.trim() !== '');
  return lines.find((line) => /\b(FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? 'it said nothing';
}
