import { describe, expect, it } from 'vitest';
import { chooseServerAccount, parsePasswd } from './server-account.js';

const passwd = parsePasswd(
  [
    'root:x:0:0:root:/root:/bin/bash',
    'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin',
    'broken line',
    'node:x:1000:1001::/home/node:/bin/bash',
    '',
  ].join('\n'),
);

describe('parsePasswd', () => {
  it('skips lines that are not accounts', () => {
    expect(passwd.map((entry) => entry.name)).toEqual(['root', 'nobody', 'node']);
  });
});

describe('chooseServerAccount', () => {
  it.each([1000, undefined])('runs the server as ourselves when we are not root (uid %s)', (currentUid) => {
    expect(chooseServerAccount({ currentUid, clusterOwner: undefined, passwd })).toBeUndefined();
  });

  it('lends root the first unprivileged account in order of preference, not of the file', () => {
    expect(chooseServerAccount({ currentUid: 0, clusterOwner: undefined, passwd })).toEqual({
      uid: 1000,
      gid: 1001,
    });
  });

  it('keeps the owner of an existing cluster', () => {
    const clusterOwner = { uid: 4321, gid: 4322 };
    expect(chooseServerAccount({ currentUid: 0, clusterOwner, passwd })).toEqual(clusterOwner);
  });

  it('does not take a cluster owned by root, or an account with uid 0, for an unprivileged one', () => {
    const account = chooseServerAccount({
      currentUid: 0,
      clusterOwner: { uid: 0, gid: 0 },
      passwd: [{ name: 'postgres', uid: 0, gid: 0 }, ...passwd],
    });
    expect(account).toEqual({ uid: 1000, gid: 1001 });
  });

  it('asks for DATABASE_URL when root has no account to lend', () => {
    const choose = () =>
      chooseServerAccount({
        currentUid: 0,
        clusterOwner: undefined,
        passwd: [{ name: 'root', uid: 0, gid: 0 }],
      });
    expect(choose).toThrow(/root.*postgres, node, nobody.*DATABASE_URL/);
  });
});
