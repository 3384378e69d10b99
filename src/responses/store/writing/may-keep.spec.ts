import { describe, expect, it } from 'vitest';
import { NO_ALIASES, UNBOUND_KEY, type Caller } from '../../../auth/caller.js';
import { mayKeep } from './may-keep.js';

const caller = (responseStorage: boolean, zeroRetention: boolean): Caller => ({
  keyId: 'key_1',
  projectId: 'prj_1',
  organizationId: 'org_1',
  permissions: {
    smartRouting: true,
    automaticUpdates: true,
    tokenCompression: true,
    chineseModels: true,
    responseStorage,
  },
  aliases: NO_ALIASES,
  traceContent: 'keep',
  contentPolicy: undefined,
  payAsYouGo: false,
  zeroRetention,
  rateLimits: {},
  ...UNBOUND_KEY,
});

describe('mayKeep', () => {
  it.each([
    ['the request, the project and the organization let it be', true, true, false, true],
    ['the request says store: false', false, true, false, false],
    ['the project keeps no responses', true, false, false, false],
    ['the organization has zero retention', true, true, true, false],
  ])('%s', (_, store, responseStorage, zeroRetention, expected) => {
    expect(mayKeep(caller(responseStorage, zeroRetention), store)).toBe(expected);
  });
});
