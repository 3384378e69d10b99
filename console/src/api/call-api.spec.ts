import { afterEach, describe, expect, it, vi } from 'vitest';
import { apiPath, apiUrl, callApi } from './call-api.js';
import { sessionBegan, sessionEnded, sessionState } from './session.js';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  vi.fn<typeof fetch>(() => Promise.resolve(new Response(JSON.stringify(body), { status, headers })));

const refusal = { error: { message: 'Sign in again.', code: 'invalid_admin_token', param: null } };

afterEach(() => {
  vi.unstubAllGlobals();
  sessionEnded();
});

describe('asking the API', () => {
  it('escapes ids and leaves absent parameters out', () => {
    expect(apiPath`/projects/${'a/b'}/keys/${'?'}`).toBe('/projects/a%2Fb/keys/%3F');
    expect(apiUrl('/x', { status: '4xx', model: undefined, limit: 5 })).toBe(
      '/api/v1/admin/x?status=4xx&limit=5',
    );
  });

  it('says that the console asks, with the tag that a change is made to', async () => {
    const fetch = answer(200, { id: 'rtr_1' }, { etag: '"2"' });
    vi.stubGlobal('fetch', fetch);
    const changed = await callApi('/routers/rtr_1', { method: 'PATCH', body: { name: 'x' }, ifMatch: '"1"' });
    expect(changed).toEqual({ data: { id: 'rtr_1' }, etag: '"2"' });
    expect(fetch).toHaveBeenCalledWith(
      '/api/v1/admin/routers/rtr_1',
      expect.objectContaining({
        method: 'PATCH',
        body: '{"name":"x"}',
        headers: {
          'x-console': '1',
          accept: 'application/json',
          'content-type': 'application/json',
          'if-match': '"1"',
        },
      }),
    );
  });

  it('a session that no longer counts asks for a new one; a wrong token alone does not', async () => {
    vi.stubGlobal('fetch', answer(401, refusal));
    sessionBegan({ scope: 'operator', organizationId: null });
    await expect(callApi('/console/session', { method: 'POST' })).rejects.toThrow('Sign in again.');
    expect(sessionState.get().kind).toBe('in');
    await expect(callApi('/organizations')).rejects.toMatchObject({ status: 401 });
    expect(sessionState.get()).toEqual({
      kind: 'expired',
      session: { scope: 'operator', organizationId: null },
    });
  });

  it('a service that does not answer is said in words', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
    await expect(callApi('/organizations')).rejects.toMatchObject({ status: 0, code: 'unreachable' });
  });
});
