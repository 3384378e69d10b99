import { describe, expect, it } from 'vitest';
import { fullPathOf, parsePath, OPERATOR_SCREENS, pathOf, SCREENS } from './routes.js';

describe('paths of the console', () => {
  it.each([
    ['/', { screen: 'overview' }],
    ['/settings', { screen: 'settings' }],
    ['/providers', { screen: 'providers' }],
    ['/p/prj_1/calls', { screen: 'calls', projectId: 'prj_1' }],
    ['/p/prj_1/calls/', { screen: 'calls', projectId: 'prj_1' }],
    ['/p/prj_1/calls/call_9', { screen: 'calls', projectId: 'prj_1', rowId: 'call_9' }],
    ['/p/prj_1/traces/a%2Fb', { screen: 'traces', projectId: 'prj_1', rowId: 'a/b' }],
    ['/o/org_1/money', { screen: 'money', organizationId: 'org_1' }],
    ['/o/org_1/audit', { screen: 'audit', organizationId: 'org_1' }],
    ['/calls', { screen: 'calls' }],
    ['/money', { screen: 'money' }],
  ])('%s shows %j', (path, route) => {
    expect(parsePath(path)).toEqual(route);
  });

  it.each([
    '/nothing',
    '/overview',
    '/calls/call_9',
    '/p/prj_1',
    '/p/prj_1/money',
    '/o/org_1/calls',
    '/p/prj_1/settings',
    '/p/prj_1/keys/key_1',
    '/p/prj_1/calls/call_9/more',
    '/p/%E0%A4%A/calls',
    '/p//calls',
  ])('there is nothing at %s', (path) => {
    expect(parsePath(path)).toBeUndefined();
  });

  it('each screen is found again at the path that is made for it', () => {
    const scope = { projectId: 'prj_1', organizationId: 'org_1' };
    for (const screen of [...SCREENS, ...OPERATOR_SCREENS])
      expect(parsePath(pathOf(screen, scope))?.screen).toBe(screen);
  });

  it('a screen of nobody yet is found by its name, and leads on when it is known whose', () => {
    expect([pathOf('calls', {}), pathOf('money', { projectId: 'prj_1' }), pathOf('settings')]).toEqual([
      '/calls',
      '/money',
      '/settings',
    ]);
    expect(pathOf('calls', { projectId: 'p' }, 'a/b')).toBe('/p/p/calls/a%2Fb');
    expect(fullPathOf({ screen: 'calls' }, { projectId: 'p' })).toBe('/p/p/calls');
  });

  it.each([
    [{ screen: 'calls' }, { organizationId: 'o' }],
    [{ screen: 'calls', projectId: 'q' }, { projectId: 'p' }],
    [{ screen: 'settings' }, { projectId: 'p' }],
  ] as const)('%j with %j stays where it is', (route, scope) => {
    expect(fullPathOf(route, scope)).toBeUndefined();
  });
});
