/**
 * Settings of a small server that must not lose a committed row (`fsync` and `synchronous_commit` stay at their default,
 * on) and that only this machine may reach. Everything a caller could connect through is named here.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '512MB',
  // Nobody replicates from this server.
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Queries here are short: parallel workers and compiled plans cost more than they save, and containers have a tiny /dev/shm.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Command line of the server: `dataArgument` is the cluster's path as the server's account can walk it. */
export function serverArguments({ dataArgument, port }: { dataArgument: string; port: number }): string[] {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return ['-D', dataArgument, '-p', String(port), ...settings];
}
