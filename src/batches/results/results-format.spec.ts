import { describe, expect, it } from 'vitest';
import { bodyItem, paramsItem } from '../../../test/support/portion-items.js';
import type { PortionResult } from '../../upstreams/batches/batch-provider.js';
import { readBatchOutput } from '../../upstreams/batches/provider-b/read-batch-output.js';
import { readMessageResult } from '../../upstreams/batches/provider-a/read-message-result.js';
import { scanObject } from '../../upstreams/batches/results/result-lines.js';
import { renderResultLine } from './result-line.js';
import { toAnthropicLine, toOpenAiLine } from './results-format.js';

const CLAUDE = 'vendora/claude-haiku-4-5';

function scan(text: string) {
  const line = scanObject(Buffer.from(text));
  if (line === undefined) throw new Error('no JSON object');
  return line;
}
const stored = (result: PortionResult) =>
  Buffer.concat(renderResultLine(result, { model: 'm', cost: 0n, response: result.response }));
const toText = (pieces: readonly Buffer[]) => Buffer.concat(pieces).toString('utf8');
const openAi = (result: PortionResult) =>
  JSON.parse(toText(toOpenAiLine(stored(result), 'batch_0123456789', 0))) as Record<string, unknown>;

describe("provider B's own line in `format=openai`", () => {
  it.each([
    ['an answer', '{"status_code":200,"request_id":"req_7","body":{"id":"c","n":1.0}}', 'null'],
    [
      'a refusal',
      '{"status_code":429,"request_id":"req_8","body":{"error":{"message":"Slow.","type":"tokens","param":"messages","code":"rate_limit_exceeded","more":{"a":1.0}}}}',
      'null',
    ],
    ['a refusal without a body', '{"status_code":503,"request_id":"req_9","body":{}}', 'null'],
    ['an expiry', 'null', '{"code":"batch_expired","message":"Its own words.","param":null,"line":4}'],
    ['a cancellation', 'null', '{"code":"batch_cancelled","message":"Its own words."}'],
    ['a request that was not run', 'null', '{"code":"server_error","message":"Oh.","param":"body.n"}'],
  ])('keeps status, request id and error: %s', (_name, response, error) => {
    const line = `{"id":"r","custom_id":"x","response":${response},"error":${error}}`;
    const result = readBatchOutput(scan(line), bodyItem('mine', 'gpt-4o-mini'));
    const text = toText(toOpenAiLine(stored(result), 'batch_0123456789', 0));
    expect(text).toBe(
      `{"id":"batch_req_01234567890","custom_id":"mine","response":${response},"error":${error}}\n`,
    );
  });

  it('shows its `param` in the other formats too', () => {
    const line =
      '{"custom_id":"x","response":{"status_code":400,"body":{"error":{"message":"No.","param":"n","code":null,"type":"t"}}},"error":null}';
    const shown = JSON.parse(stored(readBatchOutput(scan(line), bodyItem('a', 'gpt-4o-mini'))).toString());
    expect(shown).toMatchObject({ status: 'errored', error: { message: 'No.', param: 'n', type: 't' } });
  });
});

describe("provider A's errors in `format=openai`", () => {
  it.each([
    ['invalid_request_error', 400],
    ['authentication_error', 401],
    ['billing_error', 402],
    ['permission_error', 403],
    ['not_found_error', 404],
    ['request_too_large', 413],
    ['rate_limit_error', 429],
    ['api_error', 500],
    ['timeout_error', 504],
    ['overloaded_error', 529],
    ['an_error_to_come', 500],
  ])('have the status that their type stands for: %s', (type, status) => {
    const error = JSON.stringify({ type: 'error', error: { type, message: 'No.' }, request_id: 'req_a' });
    const line = scan(`{"custom_id":"x","result":{"type":"errored","error":${error}}}`);
    expect(openAi(readMessageResult(line, bodyItem('a', CLAUDE), 0))).toMatchObject({
      response: {
        status_code: status,
        request_id: 'req_a',
        body: { error: { message: 'No.', type, code: null, param: null } },
      },
      error: null,
    });
    const own = toText(toAnthropicLine(stored(readMessageResult(line, paramsItem('a', CLAUDE), 0))));
    expect(JSON.parse(own)).toEqual({
      custom_id: 'a',
      result: {
        type: 'errored',
        error: { type: 'error', error: { type, message: 'No.' }, request_id: 'req_a' },
      },
    });
  });
});

describe('what no provider said', () => {
  it.each<[PortionResult, object]>([
    [{ customId: 'a', status: 'errored', error: { message: 'Lost.' } }, { response: { status_code: 500 } }],
    [
      { customId: 'a', status: 'errored', error: { message: 'No.', type: 'invalid_request_error' } },
      { response: { status_code: 400 } },
    ],
    [
      { customId: 'a', status: 'expired' },
      { response: null, error: { code: 'batch_expired' } },
    ],
    [
      { customId: 'a', status: 'canceled' },
      { response: null, error: { code: 'batch_cancelled' } },
    ],
  ])('is said as provider B would: %j', (result, expected) => {
    expect(openAi(result)).toMatchObject(expected);
  });
});
