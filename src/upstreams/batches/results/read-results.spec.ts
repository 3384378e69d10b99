import { describe, expect, it } from 'vitest';
import { bodyItem, paramsItem } from '../../../../test/support/portion-items.js';
import { readBatchOutput } from '../provider-b/read-batch-output.js';
import { readMessageResult } from '../provider-a/read-message-result.js';
import { scanObject } from './result-lines.js';

const MODEL = 'vendora/claude-haiku-4-5';
const MESSAGE =
  '{ "id":"msg_1","type":"message","role":"assistant","model":"claude-haiku-4-5-20251001","content":[{"type":"text","text":"Hi"}],"stop_reason":"end_turn","usage":{"input_tokens":3,"output_tokens":1.0e0} }';
const COMPLETION = '{"id":"chatcmpl-1", "choices":[{"index":0}],"usage":{"prompt_tokens":3},"n":1.0}';

function lineOf(text: string) {
  const line = scanObject(Buffer.from(text));
  if (line === undefined) throw new Error('no JSON object');
  return line;
}

const messageResult = (result: string, item = paramsItem('a', MODEL)) =>
  readMessageResult(lineOf(`{"custom_id":"x","result":${result}}`), item, 1_700_000_000);
const batchOutput = (members: string) =>
  readBatchOutput(lineOf(`{"id":"r","custom_id":"x",${members}}`), bodyItem('a', 'gpt-4o-mini'));

describe("a line of provider A's results", () => {
  it('gives the native message byte for byte', () => {
    const { response, ...rest } = messageResult(`{"type":"succeeded","message":${MESSAGE}}`);
    expect(response?.toString()).toBe(MESSAGE);
    expect(rest).toEqual({
      customId: 'a',
      status: 'succeeded',
      rawUsage: { input_tokens: 3, output_tokens: 1 },
    });
  });

  it('gives `function_call` to a request that spoke of `functions`', () => {
    const message = MESSAGE.replace(
      '{"type":"text","text":"Hi"}',
      '{"type":"tool_use","id":"t","name":"f","input":{"a":1.0}}',
    ).replace('end_turn', 'tool_use');
    const item = { ...bodyItem('a', MODEL), legacyFunctions: true };
    const { response } = messageResult(`{"type":"succeeded","message":${message}}`, item);
    expect(JSON.parse(String(response))).toMatchObject({
      choices: [
        {
          message: { content: null, function_call: { name: 'f', arguments: '{"a":1.0}' } },
          finish_reason: 'function_call',
        },
      ],
    });
    expect(String(response)).not.toContain('tool_calls');
  });

  it('gives a chat completion under the id that callers write to whoever asked in that shape', () => {
    const result = messageResult(`{"type":"succeeded","message":${MESSAGE}}`, bodyItem('a', MODEL));
    expect(JSON.parse(String(result.response))).toMatchObject({
      object: 'chat.completion',
      created: 1_700_000_000,
      model: MODEL,
      choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }],
    });
    expect(result.rawUsage).toEqual({ input_tokens: 3, output_tokens: 1 });
  });

  it.each([
    [
      'an error',
      '{"type":"errored","error":{"type":"error","error":{"type":"invalid_request_error","message":"No."},"request_id":null}}',
      { status: 'errored', error: { type: 'invalid_request_error', message: 'No.' } },
    ],
    [
      'an error that is not wrapped',
      '{"type":"errored","error":{"type":"api_error","message":"Oh."}}',
      { status: 'errored', error: { type: 'api_error', message: 'Oh.' } },
    ],
    ['a cancellation', '{"type":"canceled"}', { status: 'canceled' }],
    ['an expiry', '{"type":"expired"}', { status: 'expired' }],
    ['a type that is new', '{"type":"paused"}', { status: 'errored' }],
    ['a success without a message', '{"type":"succeeded"}', { status: 'errored' }],
    ['nothing', 'null', { status: 'errored' }],
  ])('tells %s', (_name, result, expected) => {
    const read = messageResult(result);
    expect(read).toMatchObject({ customId: 'a', ...expected });
    expect(read.response).toBeUndefined();
    expect(read.error?.message).not.toBe('');
  });

  it('whose message cannot be translated is an error', () => {
    const read = messageResult('{"type":"succeeded","message":{"content":"Hi"}}', bodyItem('a', MODEL));
    expect(read).toMatchObject({ status: 'errored', error: { message: expect.any(String) } });
  });
});

describe("a line of provider B's files", () => {
  it('gives the completion byte for byte', () => {
    const { response, ...rest } = batchOutput(
      `"response":{"status_code":200,"request_id":"q","body":${COMPLETION}},"error":null`,
    );
    expect(response?.toString()).toBe(COMPLETION);
    expect(rest).toEqual({
      customId: 'a',
      status: 'succeeded',
      upstream: { statusCode: 200, requestId: 'q' },
      rawUsage: { prompt_tokens: 3 },
    });
  });

  it.each([
    [
      'a refusal',
      '"response":{"status_code":400,"body":{"error":{"message":"No.","type":"invalid_request_error","code":"bad"}}},"error":null',
      { status: 'errored', error: { message: 'No.', type: 'invalid_request_error', code: 'bad' } },
    ],
    [
      'an expiry',
      '"response":null,"error":{"code":"batch_expired","message":"Too late."}',
      { status: 'expired', error: { message: 'Too late.', code: 'batch_expired' } },
    ],
    [
      'a cancellation',
      '"response":null,"error":{"code":"batch_cancelled","message":"Stopped."}',
      { status: 'canceled' },
    ],
    [
      'a refusal without words',
      '"response":{"status_code":500,"body":null},"error":null',
      { status: 'errored' },
    ],
    ['a success without a body', '"response":{"status_code":200},"error":null', { status: 'errored' }],
    ['nothing', '"response":null,"error":null', { status: 'errored' }],
  ])('tells %s', (_name, members, expected) => {
    const read = batchOutput(members);
    expect(read).toMatchObject({ customId: 'a', ...expected });
    expect(read.response).toBeUndefined();
  });
});
