import { QueryClient } from '@tanstack/preact-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { callQuery } from './calls.js';

const UNREADABLE = 'It was encrypted with another key. The operator can put that key into `SECRETS_KEY_OLD`.';
const refusal = (status: number, code: string) =>
  Response.json({ error: { message: UNREADABLE, code, param: null } }, { status });

function answersWith(withContent: () => Response) {
  const fetch = vi.fn<(url: string) => Promise<Response>>((url) =>
    Promise.resolve(url.endsWith('?include=content') ? withContent() : Response.json({ id: 'call_1' })),
  );
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

const read = () => new QueryClient().query({ ...callQuery('call_1'), retry: false });

afterEach(() => vi.unstubAllGlobals());

describe('reading a call with its content', () => {
  it('takes one request', async () => {
    const content = { request: '{}', response: '{}' };
    const fetch = answersWith(() => Response.json({ id: 'call_1', content }));
    expect(await read()).toEqual({ id: 'call_1', content });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('reads the call without its content where that cannot be read any more, and keeps what was said of it', async () => {
    answersWith(() => refusal(500, 'call_content_unreadable'));
    expect(await read()).toEqual({ id: 'call_1', content: null, contentFault: UNREADABLE });
  });

  it('fails as it did for whatever else goes wrong', async () => {
    const fetch = answersWith(() => refusal(404, 'not_found'));
    await expect(read()).rejects.toMatchObject({ status: 404 });
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
