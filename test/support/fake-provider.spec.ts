import { request as httpRequest } from 'node:http';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FakeProvider } from './fake-provider.js';
import { anthropicStream } from './recordings/anthropic-answers.js';
import { chatEvents } from './recordings/openai-answers.js';
import {
  DESTROY,
  beforeBody,
  cutEvery,
  emptyAnswer,
  gate,
  gzipAnswer,
  htmlAnswer,
  jsonAnswer,
  neverAnswer,
  redirectTo,
  streamAnswer,
  truncatedAnswer,
} from './recordings/script.js';

let provider: FakeProvider;
beforeAll(async () => {
  provider = await FakeProvider.start();
});
afterEach(() => provider.reset());
afterAll(() => provider.close());

const post = (path: string, body = '{}', signal?: AbortSignal): Promise<Response> =>
  fetch(provider.url + path, { method: 'POST', body, redirect: 'manual', ...(signal && { signal }) });

describe('FakeProvider', () => {
  it('records what came and answers by the path when nothing is scripted', async () => {
    const answer = await post('/b/v1/chat/completions?x=1', '{"model":"m"}');
    expect(await answer.json()).toMatchObject({ object: 'chat.completion', model: 'm' });
    const request = await provider.nextRequest();
    expect(request).toMatchObject({ method: 'POST', path: '/b/v1/chat/completions?x=1' });
    expect(request.body.toString()).toBe('{"model":"m"}');
    expect((await request.closed).aborted).toBe(false);
  });

  it('hands out a request that is still to come', async () => {
    const [request] = await Promise.all([provider.nextRequest(), post('/later')]);
    expect(request.path).toBe('/later');
  });

  it('uses the queue first, then rules', async () => {
    provider.respond('/x', jsonAnswer({ from: 'rule' }));
    provider.enqueue(jsonAnswer({ from: 'queue' }, { status: 429 }));
    expect((await post('/x')).status).toBe(429);
    expect(await (await post('/x')).json()).toEqual({ from: 'rule' });
  });

  it('holds a stream at a gate until the test opens it', async () => {
    const [first, ...rest] = chatEvents(['a', 'b']);
    const middle = gate();
    provider.enqueue(streamAnswer(first ?? '', middle, ...rest));
    const answer = await post('/x');
    await middle.reached;
    const reader = answer.body!.getReader();
    expect(Buffer.from((await reader.read()).value ?? []).equals(first!)).toBe(true);
    middle.open();
    let text = '';
    for (let piece = await reader.read(); !piece.done; piece = await reader.read())
      text += Buffer.from(piece.value).toString();
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  it('tells when the client has gone', async () => {
    const controller = new AbortController();
    provider.enqueue(neverAnswer());
    const call = post('/x', '{}', controller.signal);
    const request = await provider.nextRequest();
    expect(request.end).toBeUndefined();
    controller.abort();
    await expect(call).rejects.toThrow();
    expect(await request.aborted).toMatchObject({ aborted: true });
  });

  it('cuts the connection in mid body without calling that an abort', async () => {
    provider.enqueue(streamAnswer('data: {}\n\n', DESTROY));
    const answer = await post('/x');
    await expect(answer.text()).rejects.toThrow();
    const request = await provider.nextRequest();
    expect((await request.closed).aborted).toBe(false);
  });

  it('answers before the body is there', async () => {
    provider.enqueue(beforeBody(jsonAnswer({ early: true }, { status: 413 })));
    const call = httpRequest(`${provider.url}/x`, { method: 'POST', headers: { 'content-length': 1_000 } });
    call.on('error', () => undefined);
    call.flushHeaders();
    const [answer] = await once(call, 'response');
    expect(answer.statusCode).toBe(413);
    call.destroy();
  });

  it('sends redirects, HTML, nothing, gzip and too little', async () => {
    const scripts = [
      redirectTo('http://elsewhere/'),
      htmlAnswer('<p>'),
      emptyAnswer(),
      gzipAnswer({ zipped: true }),
      truncatedAnswer(Buffer.from('{"a":')),
    ];
    for (const script of scripts) provider.enqueue(script);
    expect((await post('/x')).headers.get('location')).toBe('http://elsewhere/');
    expect(await (await post('/x')).text()).toBe('<p>');
    expect(await (await post('/x')).text()).toBe('');
    expect(await (await post('/x')).json()).toEqual({ zipped: true });
    await expect((await post('/x')).text()).rejects.toThrow();
  });

  it('reports scripts that nothing asked for', () => {
    provider.enqueue(emptyAnswer());
    expect(() => provider.reset()).toThrow(/never used/);
  });
});

describe('recorded answers', () => {
  it('are the same bytes when cut and joined', () => {
    const bytes = anthropicStream(['Hel', 'lo ü']);
    expect(Buffer.concat(cutEvery(bytes, 1)).equals(bytes)).toBe(true);
    expect(cutEvery(bytes, 1)).toHaveLength(bytes.length);
  });

  it('keep the text pieces of a stream apart, in one block', () => {
    const text = anthropicStream(['Hel', 'lo']).toString();
    expect(text.match(/text_delta/g)).toHaveLength(2);
    expect(text.match(/content_block_start"/g)).toHaveLength(1);
  });
});
