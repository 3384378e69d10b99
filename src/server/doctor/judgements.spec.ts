import { describe, expect, it } from 'vitest';
import { judgeConnections, judgeSchema, judgeServer } from './check-database.js';
import { judgeStatus } from './check-gateway.js';
import { judgeAnswer } from './check-providers.js';
import { judgeRedis } from './check-redis.js';
import { checkRuntime } from './check-runtime.js';
import { fault, ok, reasonOf, withoutSecrets } from './finding.js';
import { judgeClock } from './judge-clock.js';
import { findingsAsJson, hasFault, printFindings } from './print-findings.js';

const SERVER = {
  version: '17.2 (Debian)',
  encoding: 'UTF8',
  fsync: 'on',
  is_replica: false,
  only_reads: false,
};
const STATUS = {
  version: '1.0.0',
  processes: [{}],
  database: { state: 'up', changes_heard: true },
  queue: { kind: 'redis', state: 'up' },
};

describe('the doctor', () => {
  it.each([
    ['v24.11.0', 'ok'],
    ['v26.1.0', 'ok'],
    ['v25.0.0', 'ok'],
    ['v22.13.1', 'ok'],
    ['v20.19.0', 'warning'],
    ['v24.10.0', 'fault'],
    ['v20.18.3', 'fault'],
    ['v18.20.0', 'fault'],
    ['v23.5.0', 'fault'],
  ])('finds Node %s on 2026-11-30 %s', (version, state) => {
    expect(checkRuntime(version, new Date('2026-11-30T12:00:00Z')).state).toBe(state);
  });

  it.each([
    [{}, 'ok'],
    [{ version: '14.9' }, 'fault'],
    [{ encoding: 'SQL_ASCII' }, 'fault'],
    [{ fsync: 'off' }, 'fault'],
    [{ is_replica: true }, 'fault'],
    [{ only_reads: true }, 'fault'],
  ])('finds a server with %j %s', (changes, state) => {
    expect(judgeServer({ ...SERVER, ...changes }, 3).state).toBe(state);
  });

  it.each([
    [{ bound: 'server', used: 77, most: 97 }, 'ok', undefined],
    [{ bound: 'server', used: 78, most: 97 }, 'warning', /^Raise max_connections/],
    [{ bound: 'account', used: 8, most: 8 }, 'warning', /^Raise the CONNECTION LIMIT of the account/],
  ])('finds connections of %j %s', (connections, state, wayOut) => {
    const found = judgeConnections(connections);
    expect(found.state).toBe(state);
    expect(found.said).toContain(connections.bound);
    if (wayOut !== undefined) expect(found.wayOut).toMatch(wayOut);
  });

  it.each([
    [['a', 'b'], ['a', 'b'], 'ok', /2 migrations/],
    [['a', 'b'], [], 'warning', /2 of 2 .* first is a/],
    [['a', 'b', 'c'], ['a'], 'warning', /2 of 3 .* first is b/],
    [['a'], ['a', 'b'], 'warning', /newer than this version by 1/],
  ])('finds a schema of %j with %j run %s', (known, ran, state, said) => {
    expect(judgeSchema(known, ran)).toMatchObject({ state, said: expect.stringMatching(said) as string });
  });

  it.each([
    ['redis_version:7.2.0\r\nmaxmemory_policy:noeviction\r\n', 'ok'],
    ['redis_version:7.2.0\r\nmaxmemory_policy:allkeys-lru\r\n', 'fault'],
    ['redis_version:7.2.0\r\n', 'ok'],
  ])('finds a Redis that says %j %s', (info, state) => {
    expect(judgeRedis(info).state).toBe(state);
  });

  it.each([
    [200, 'ok'],
    [401, 'fault'],
    [403, 'fault'],
    [404, 'warning'],
    [429, 'warning'],
    [500, 'warning'],
  ])('finds a provider that answers %i %s', (status, state) => {
    expect(judgeAnswer('provider', { status, isJson: true, tookMs: 5 }).state).toBe(state);
  });

  it.each([
    [1_999, 0, 'ok'],
    [-2_500, 0, 'warning'],
    [2_500, 600, 'ok'],
    [31_000, 0, 'fault'],
    [-40_000, 1_000, 'fault'],
  ])('finds a clock %i ms off, exact to %i ms, %s', (differenceMs, exactToMs, state) => {
    const found = judgeClock('clock', { differenceMs, exactToMs, whose: "the database's" });
    expect(found.state).toBe(state);
    expect(found.said).toContain(differenceMs < 0 ? 'behind' : 'ahead');
  });

  it.each([
    [{}, ['ok']],
    [{ version: '2.0.0' }, ['warning']],
    [{ database: { state: 'down', changes_heard: false } }, ['ok', 'fault']],
    [{ queue: { kind: 'redis', state: 'down' } }, ['ok', 'warning']],
  ])('finds a gateway whose status has %j %j', (changes, states) => {
    expect(judgeStatus({ ...STATUS, ...changes }, '1.0.0').map(({ state }) => state)).toEqual(states);
  });

  it('prints a line each with the way out below, and the same for programs', () => {
    const findings = [ok('a', 'is fine'), fault('b', { said: 'is not', wayOut: 'Do this.' })];
    expect(printFindings(findings)).toBe(
      'ok       a: is fine\nFAULT    b: is not\n         → Do this.\n\n1 fault, 0 warnings.\n',
    );
    expect(JSON.parse(findingsAsJson(findings))).toMatchObject({
      ok: false,
      findings: [
        { check: 'a', state: 'ok', way_out: null },
        { check: 'b', way_out: 'Do this.' },
      ],
    });
    expect(hasFault([ok('a', 'is fine')])).toBe(false);
  });

  it('strikes secrets out of everything, and says errors in one line with their code', () => {
    const found = withoutSecrets(fault('a', { said: 'no sk-1 and sk-1', wayOut: 'not pass-word' }), [
      'sk-1',
      'pass-word',
    ]);
    expect(found).toMatchObject({ said: 'no … and …', wayOut: 'not …' });
    const refused = Object.assign(new Error('connect failed\nat'), { code: 'ECONNREFUSED' });
    expect(reasonOf(new AggregateError([refused]))).toBe('ECONNREFUSED: connect failed');
    expect(reasonOf('text')).not.toContain('text');
  });
});
