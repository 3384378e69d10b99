import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulator, type RunningSimulator } from '../start-simulator.js';

/** Whatever JSON came back: the assertions say what it must be. */
type Json = ReturnType<typeof JSON.parse>;

let simulator: RunningSimulator;
let base: string;
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, pace: 0, batchDelayMs: 60_000, batchPolls: 2 });
  base = `${simulator.url}/provider-b/v1`;
});
afterAll(() => simulator.close());

const AUTH = { authorization: 'Bearer any' };
const line = (id: string, body: object = {}): string =>
  JSON.stringify({
    custom_id: id,
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: id }], ...body },
  });

async function call(method: string, path: string, body?: object): Promise<Json> {
  const init = { method, headers: { ...AUTH, 'content-type': 'application/json' } };
  return (await fetch(`${base}${path}`, { ...init, ...(body && { body: JSON.stringify(body) }) })).json();
}

async function upload(content: string): Promise<string> {
  const form = new FormData();
  form.set('purpose', 'batch');
  form.set('file', new Blob([content]), 'input.jsonl');
  const file: Json = await (
    await fetch(`${base}/files`, { method: 'POST', headers: AUTH, body: form })
  ).json();
  return file.id;
}

async function submit(content: string, endpoint = '/v1/chat/completions'): Promise<Json> {
  const input_file_id = await upload(content);
  return call('POST', '/batches', {
    input_file_id,
    endpoint,
    completion_window: '24h',
  });
}

async function linesOf(fileId: string): Promise<Json[]> {
  const text = await (await fetch(`${base}/files/${fileId}/content`, { headers: AUTH })).text();
  return text
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row));
}

describe('simulated provider B, files and batches', () => {
  it('keeps an uploaded file byte for byte until it is deleted', async () => {
    const id = await upload('{"a":"ü"}\r\n');
    const content = await fetch(`${base}/files/${id}/content`, { headers: AUTH });
    expect(await content.text()).toBe('{"a":"ü"}\r\n');
    expect(await call('DELETE', `/files/${id}`)).toEqual({ id, object: 'file', deleted: true });
    expect(await call('GET', `/files/${id}`)).toHaveProperty('error');
  });

  it('runs a batch to its end and splits answers and failures over two files', async () => {
    const created = await submit([line('good'), line('bad', { session_id: 'x' })].join('\n'));
    expect(created.status).toBe('validating');
    expect((await call('GET', `/batches/${created.id}`)).status).toBe('in_progress');
    const ended = await call('GET', `/batches/${created.id}`);
    expect(ended).toMatchObject({
      status: 'completed',
      request_counts: { total: 2, completed: 1, failed: 1 },
    });
    const [good] = await linesOf(ended.output_file_id);
    const [bad] = await linesOf(ended.error_file_id);
    expect(good).toMatchObject({ custom_id: 'good', response: { status_code: 200 }, error: null });
    expect(good.response.body.choices[0].message.content).toContain('good');
    expect(bad).toMatchObject({ custom_id: 'bad', response: { status_code: 400 } });
  });

  it('answers Responses requests with response objects', async () => {
    const endpoint = '/v1/responses';
    const tool = {
      type: 'function',
      name: 'look_up',
      parameters: { type: 'object', properties: {} },
      strict: null,
    };
    const body = { model: 'gpt-4o-mini', input: 'Say hello.', store: false, tools: [tool] };
    const request = (id: string, more: object) =>
      JSON.stringify({ custom_id: id, method: 'POST', url: endpoint, body: { ...body, ...more } });
    const { id } = await submit([request('good', {}), request('bad', { store: true })].join('\n'), endpoint);
    await call('GET', `/batches/${id}`);
    const ended = await call('GET', `/batches/${id}`);
    const [good] = await linesOf(ended.output_file_id);
    expect(good.response.body).toMatchObject({ object: 'response', status: 'completed', store: false });
    expect(good.response.body.usage.input_tokens).toBe(ended.usage.input_tokens);
    const [bad] = await linesOf(ended.error_file_id);
    expect(bad.response).toMatchObject({ status_code: 400, body: { error: { param: 'store' } } });
  });

  it.each([
    ['a custom_id used twice', [line('a'), line('a')], 'duplicate_custom_id'],
    ['two models', [line('a'), line('b', { model: 'gpt-4o' })], 'mismatched_model'],
    ['a line that is no JSON', [line('a'), '{'], 'invalid_json_line'],
    ['a streamed request', [line('a', { stream: true })], 'invalid_parameter'],
    ['nothing', [], 'empty_file'],
  ])('fails a file with %s', async (_name, lines, code) => {
    const { id } = await submit(lines.join('\n'));
    const batch = await call('GET', `/batches/${id}`);
    expect(batch).toMatchObject({ status: 'failed', errors: { data: [{ code }] }, output_file_id: null });
  });

  it('keeps partial output of a cancelled batch', async () => {
    const { id } = await submit([line('a'), line('b'), line('c'), line('d')].join('\n'));
    expect((await call('POST', `/batches/${id}/cancel`)).status).toBe('cancelling');
    expect((await call('GET', `/batches/${id}`)).status).toBe('cancelling');
    const batch = await call('GET', `/batches/${id}`);
    expect(batch).toMatchObject({ status: 'cancelled', request_counts: { total: 4, completed: 2 } });
    expect(await linesOf(batch.output_file_id)).toHaveLength(2);
  });

  it('refuses to cancel an ended batch and a batch without its file', async () => {
    const { id } = await submit('{');
    await call('GET', `/batches/${id}`);
    expect(await call('POST', `/batches/${id}/cancel`)).toHaveProperty('error');
    const orphan = { input_file_id: 'file-no', endpoint: '/v1/chat/completions', completion_window: '24h' };
    expect(await call('POST', '/batches', orphan)).toHaveProperty('error');
  });

  it('lists the newest batches first, a page at a time', async () => {
    const { id } = await submit(line('a'));
    const page = await call('GET', '/batches?limit=1');
    expect(page).toMatchObject({ first_id: id, last_id: id, has_more: true });
    expect((await call('GET', `/batches?limit=1&after=${id}`)).first_id).not.toBe(id);
  });
});
