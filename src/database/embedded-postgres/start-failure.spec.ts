import { describe, expect, it } from 'vitest';
import { classifyStartFailure, summarizeServerLog } from './start-failure.js';

describe('classifyStartFailure', () => {
  it.each([
    ['LOG:  could not bind IPv4 address "127.0.0.1": Address already in use', 'port-taken'],
    ['FATAL:  could not create any TCP/IP sockets', 'port-taken'],
    [
      'FATAL:  lock file "postmaster.pid" already exists\nHINT:  Is another postmaster running?',
      'old-server-alive',
    ],
    ['FATAL:  pre-existing shared memory block (key 12, ID 3) is still in use', 'old-server-alive'],
    ['FATAL:  database files are incompatible with server', 'fatal'],
    ['', 'fatal'],
  ])('reads %j as %s', (serverLog, failure) => {
    expect(classifyStartFailure(serverLog)).toBe(failure);
  });
});

describe('summarizeServerLog', () => {
  it('prefers the fatal line', () => {
    expect(summarizeServerLog('LOG:  starting\nFATAL:  disk full\nLOG:  shut down\n')).toBe(
      'FATAL:  disk full',
    );
  });

  it('falls back to the last line, and to a word when there is none', () => {
    expect(summarizeServerLog('one\ntwo\n\n')).toBe('two');
    expect(summarizeServerLog('')).toBe('it said nothing');
  });
});
