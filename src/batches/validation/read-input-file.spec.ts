import { describe, expect, it } from 'vitest';
import { parseModelId } from '../../catalog/ids/parse-model-id.js';
import { readCatalogFile } from '../../catalog/reading/read-catalog-file.js';
import type { BatchEndpoint } from '../batch.entity.js';
import type { CheckedItem } from '../submission/read-item.js';
import { readInputFile, type ReadFile } from './read-input-file.js';

const catalog = readCatalogFile();
const CHAT = '/v1/chat/completions';
const messages = [{ role: 'user', content: 'Say hello.' }];

const line = (id: string, more: object = {}, body: object = {}) => ({
  custom_id: id,
  method: 'POST',
  url: CHAT,
  body: { model: 'gpt-6.1-terra', messages, ...body },
  ...more,
});

async function* inPieces(text: string | Buffer, bytes: number): AsyncGenerator<Buffer> {
  await Promise.resolve();
  const whole = Buffer.from(text);
  for (let start = 0; start < whole.length; start += bytes) yield whole.subarray(start, start + bytes);
}

interface Outcome {
  readonly read: ReadFile;
  readonly kept: readonly CheckedItem[];
}

async function read(
  text: string | Buffer,
  { endpoint = CHAT, pieceBytes = 1_000, chineseModels = true } = {},
): Promise<Outcome> {
  const kept: CheckedItem[] = [];
  const result = await readInputFile({
    chunks: inPieces(text, pieceBytes),
    endpoint: endpoint as BatchEndpoint,
    rules: {
      parse: (id) => parseModelId(id, catalog),
      chineseModels,
      models: undefined,
      retention: { zeroRetention: false, agreed: new Set() },
    },
    keep: (item) => Promise.resolve(void kept.push(item)),
    signal: new AbortController().signal,
  });
  return { read: result, kept };
}

async function faultsOf(text: string, options = {}): Promise<object> {
  const { read: result, kept } = await read(text, options);
  if (result.kind !== 'wrong') throw new Error(`the file was taken, with ${kept.length} requests`);
  return result.faults.map(({ code, param, line: at }) => ({ code, param, line: at }));
}

const json = (...lines: object[]) => lines.map((each) => JSON.stringify(each)).join('\n');

describe('an input file', () => {
  it('is read whole, whatever its line ends, and however its bytes are cut', async () => {
    const one = JSON.stringify(line('ä'));
    const two = JSON.stringify(line('b', {}, { model: 'claude-haiku-4-5' }));
    for (const text of [
      `${one}\n${two}\n`,
      `${one}\r\n${two}\r\n`,
      `\n\n${one}\n  \r\n${two}`,
      `﻿${one}\n${two}\n\n`,
    ])
      for (const pieceBytes of [1, 7, 100_000]) {
        const { read: result, kept } = await read(text, { pieceBytes });
        expect(result).toMatchObject({ kind: 'read', requestCount: 2 });
        expect(kept.map(({ customId, target }) => [customId, target.provider])).toEqual([
          ['ä', 'provider_b'],
          ['b', 'provider_a'],
        ]);
      }
  });

  it('with a line that is too long names it, however it begins', async () => {
    for (const long of [' '.repeat(34_000_000), `{"custom_id":"${'x'.repeat(34_000_000)}"}`]) {
      const text = `${JSON.stringify(line('a'))}\n${long}\n`;
      expect(await faultsOf(text, { pieceBytes: 262_144 })).toEqual([
        { code: 'line_too_long', param: null, line: 2 },
      ]);
    }
  });

  it('keeps the bytes of a body as they came', async () => {
    const body =
      '{ "model":"gpt-6.1-terra","seed": 12345678901234567890, "messages":[{"role":"user","content":"\\u00e4"}]}';
    const { kept } = await read(`{"custom_id":"a","method":"POST","url":"${CHAT}","body":${body}}`);
    expect(kept[0]?.request.toString()).toBe(body);
  });

  it.each<[string, string, object]>([
    ['nothing', '', { code: 'empty_file', param: null, line: null }],
    ['blank lines', '\n \n\r\n', { code: 'empty_file', param: null, line: null }],
    ['no JSON', `${json(line('a'))}\n\n{"custom_id":`, { code: 'invalid_json_line', param: null, line: 3 }],
    ['an array', '[1]', { code: 'invalid_json_line', param: null, line: 1 }],
    [
      'a member twice',
      '{"custom_id":"a","custom_id":"b"}',
      { code: 'invalid_json_line', param: null, line: 1 },
    ],
    [
      'no custom_id',
      json(line('a'), line('b', { custom_id: undefined })),
      { code: 'missing_required_parameter', param: 'custom_id', line: 2 },
    ],
    [
      'a number as custom_id',
      json(line('a', { custom_id: 5 })),
      { code: 'invalid_custom_id', param: 'custom_id', line: 1 },
    ],
    [
      'a long custom_id',
      json(line('x'.repeat(513))),
      { code: 'invalid_custom_id', param: 'custom_id', line: 1 },
    ],
    [
      'a custom_id twice',
      json(line('a'), line('b'), line('a')),
      { code: 'duplicate_custom_id', param: 'custom_id', line: 3 },
    ],
    [
      'another method',
      json(line('a', { method: 'GET' })),
      { code: 'invalid_method', param: 'method', line: 1 },
    ],
    [
      'another url',
      json(line('a', { url: '/v1/responses' })),
      { code: 'invalid_url', param: 'url', line: 1 },
    ],
    ['no url', json(line('a', { url: null })), { code: 'missing_required_parameter', param: 'url', line: 1 }],
    [
      'no body',
      json(line('a', { body: undefined })),
      { code: 'missing_required_parameter', param: 'body', line: 1 },
    ],
    ['a text as body', json(line('a', { body: '{}' })), { code: 'invalid_type', param: 'body', line: 1 }],
    [
      'no model',
      json(line('a', {}, { model: undefined })),
      { code: 'missing_required_parameter', param: 'body.model', line: 1 },
    ],
    [
      'an unknown model',
      json(line('a', {}, { model: 'gpt-99-nova' })),
      { code: 'model_not_found', param: 'body.model', line: 1 },
    ],
    [
      'no spelling of a model',
      json(line('a', {}, { model: 'who knows' })),
      { code: 'model_not_found', param: 'body.model', line: 1 },
    ],
    ['auto', json(line('a', {}, { model: 'auto' })), { code: 'auto_in_batch', param: 'body.model', line: 1 }],
    [
      'a model of the Responses API alone',
      json(line('a', {}, { model: 'gpt-5.2-pro' })),
      { code: 'no_batch_tier', param: 'body.model', line: 1 },
    ],
    [
      'a model without a batch tier',
      json(line('a', {}, { model: 'openai/gpt-oss-120b' })),
      { code: 'no_batch_tier', param: 'body.model', line: 1 },
    ],
    [
      'stream',
      json(line('a', {}, { stream: true })),
      { code: 'stream_in_batch', param: 'body.stream', line: 1 },
    ],
    [
      'no messages',
      json(line('a', {}, { messages: [] })),
      { code: 'invalid_request', param: 'body.messages', line: 1 },
    ],
    [
      'a bad message',
      json(line('a', {}, { messages: [5] })),
      { code: 'invalid_request', param: 'body.messages[0]', line: 1 },
    ],
  ])('with %s names the line and what is wrong with it', async (_name, text, fault) => {
    expect(await faultsOf(text)).toEqual([fault]);
  });

  it('lists up to twenty faults, and keeps nothing from the first on', async () => {
    const text = json(
      line('good'),
      ...Array.from({ length: 30 }, (_, index) => line(`${index}`, { method: 'PUT' })),
      line('z'),
    );
    const { read: result, kept } = await read(text);
    expect(result.kind === 'wrong' && result.faults.map(({ line: at }) => at)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 2),
    );
    expect(kept).toHaveLength(1);
  });

  it('with a model that its project forbids is 403 on that line', async () => {
    const text = json(line('a'), line('b', {}, { model: 'zai-org/GLM-5.3' }));
    const { read: result } = await read(text, { chineseModels: false });
    expect(result).toMatchObject({ kind: 'wrong', faults: [{ status: 403, line: 2, param: 'body.model' }] });
  });

  it('stops at more requests than a provider takes in a batch', async () => {
    const text = json(
      ...Array.from({ length: 1_100 }, (_, index) => line(`${index}`, {}, { model: 'zai-org/GLM-5.3' })),
    );
    expect(await faultsOf(text)).toEqual([{ code: 'batch_too_large', param: null, line: 1_001 }]);
  });
});

describe('a file of Responses requests', () => {
  const endpoint = '/v1/responses';
  const response = (id: string, body: object = {}) => ({
    custom_id: id,
    method: 'POST',
    url: endpoint,
    body: { model: 'gpt-6.1-terra', input: 'Say hello.', ...body },
  });

  it('takes the models of provider B, those included that run on that API alone', async () => {
    const text = json(response('a'), response('b', { model: 'gpt-5.2-pro', max_output_tokens: 16 }));
    const { kept } = await read(text, { endpoint });
    expect(kept.map(({ kind, target }) => [kind, target.provider, target.upstreamModelId])).toEqual([
      ['responses', 'provider_b', 'gpt-6.1-terra'],
      ['responses', 'provider_b', 'gpt-5.2-pro'],
    ]);
    expect(kept.every(({ estimate }) => estimate > 0n)).toBe(true);
  });

  it.each<[string, object, object]>([
    ['a model of provider A', { model: 'claude-haiku-4-5' }, { code: 'wrong_endpoint', param: 'body.model' }],
    ['an open model', { model: 'zai-org/GLM-5.3' }, { code: 'wrong_endpoint', param: 'body.model' }],
    [
      'an embedding model',
      { model: 'text-embedding-3-small' },
      { code: 'wrong_endpoint', param: 'body.model' },
    ],
    ['no input', { input: undefined }, { code: 'invalid_request', param: 'body.input' }],
    [
      'a response before it',
      { previous_response_id: 'resp_1' },
      { code: 'unsupported_parameter', param: 'body.previous_response_id' },
    ],
    ['background', { background: true }, { code: 'unsupported_parameter', param: 'body.background' }],
    [
      'a hosted tool',
      { tools: [{ type: 'web_search' }, { type: 'mcp' }] },
      { code: 'unsupported_tool', param: 'body.tools[1].type' },
    ],
    ['stream', { stream: true }, { code: 'stream_in_batch', param: 'body.stream' }],
  ])('refuses %s', async (_name, body, fault) => {
    expect(await faultsOf(json(response('a', body)), { endpoint })).toEqual([{ ...fault, line: 1 }]);
  });
});

describe('a file of embeddings requests', () => {
  const endpoint = '/v1/embeddings';
  const embedding = (body: object) => ({ custom_id: 'a', method: 'POST', url: endpoint, body });

  it('costs the half of its input, and no output', async () => {
    const body = { model: 'text-embedding-3-small', input: ['x'.repeat(400), 'y'.repeat(400)] };
    const { kept } = await read(json(embedding(body)), { endpoint });
    // 200 tokens at 0.02 USD a million, halved.
    expect(kept[0]).toMatchObject({ kind: 'embeddings', estimate: 2_000_000n });
  });

  it.each<[string, object, object]>([
    ['a chat model', { model: 'gpt-6.1-terra', input: 'x' }, { code: 'wrong_endpoint', param: 'body.model' }],
    [
      'an empty text',
      { model: 'text-embedding-3-small', input: [''] },
      { code: 'invalid_request', param: 'body.input[0]' },
    ],
  ])('refuses %s', async (_name, body, fault) => {
    expect(await faultsOf(json(embedding(body)), { endpoint })).toEqual([{ ...fault, line: 1 }]);
  });
});
