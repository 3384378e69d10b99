import { describe, expect, it } from 'vitest';
import { serverArguments } from './server-settings.js';

describe('serverArguments', () => {
  const line = serverArguments({ dataArgument: '/data/cluster', port: 5555 });

  it('names the cluster and the port', () => {
    expect(line.slice(0, 4)).toEqual(['-D', '/data/cluster', '-p', '5555']);
  });

  it('opens the loopback address only, and no socket file', () => {
    expect(line).toContain('listen_addresses=127.0.0.1');
    expect(line).toContain('unix_socket_directories=');
  });

  it('never trades durability for speed', () => {
    expect(line.join(' ')).not.toMatch(/fsync|synchronous_commit|full_page_writes/);
  });
});
