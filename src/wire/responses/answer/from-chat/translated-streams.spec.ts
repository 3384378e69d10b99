import { describe, expect, it } from 'vitest';
import { anEcho } from '../../../../../test/support/response-echo.js';
import { followResponse, readResponsesEvents } from '../../../../../test/support/responses-events.js';
import { GatewayError } from '../../../../lib/gateway-error.js';
import { AnthropicToOpenAiStream } from '../../../translate/answer/anthropic-to-openai-stream.js';
import { TranslatedResponseStream } from './translated-response-stream.js';

const event = (type: string, members: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
const block = (index: number, start: object, ...deltas: object[]): string =>
  event('content_block_start', { index, content_block: start }) +
  deltas.map((delta) => event('content_block_delta', { index, delta })).join('') +
  event('content_block_stop', { index });

const START = event('message_start', {
  message: { id: 'msg_1', usage: { input_tokens: 10, output_tokens: 1 } },
});
const THINKING = block(
  0,
  { type: 'thinking', thinking: '' },
  { type: 'thinking_delta', thinking: 'Let me ' },
  { type: 'thinking_delta', thinking: 'see' },
  { type: 'signature_delta', signature: 'c2ln' },
);
const TEXT = block(
  1,
  { type: 'text', text: '' },
  { type: 'text_delta', text: 'I look ' },
  { type: 'text_delta', text: 'it up: "ö"' },
);
const TOOL = block(
  2,
  { type: 'tool_use', id: 'toolu_1', name: 'find', input: {} },
  { type: 'input_json_delta', partial_json: '{"n":' },
  { type: 'input_json_delta', partial_json: '1.0}' },
);
const end = (reason: string): string =>
  event('message_delta', { delta: { stop_reason: reason }, usage: { output_tokens: 7 } }) +
  event('message_stop', {});

/** As the pipeline does it: what waits for the bill comes apart. */
function pipe(recording: string): { stream: TranslatedResponseStream; before: string; rest: string } {
  const stream = new TranslatedResponseStream(anEcho());
  const translator = new AnthropicToOpenAiStream({
    model: 'vendora/opus',
    createdSeconds: 1,
    writer: stream,
  });
  const pieces = recording.split(/(?<=\n\n)/).map((piece) => translator.push(Buffer.from(piece)));
  const before = [...pieces, translator.end()].map((told) => told?.toString() ?? '').join('');
  return { stream, before, rest: stream.finish({ cost: '0.000120' }).toString() };
}

describe('a stream of provider A as a stream of responses', () => {
  it('has its items in the order of its blocks, and its end after the bill', () => {
    const { before, rest, stream } = pipe(START + THINKING + TEXT + TOOL + end('tool_use'));
    expect(readResponsesEvents(before).at(-1)?.type).toBe('response.output_item.done');
    expect(followResponse(readResponsesEvents(before + rest))).toMatchObject({
      status: 'completed',
      output: [
        { type: 'reasoning', summary: [{ text: 'Let me see' }] },
        { type: 'message', content: [{ text: 'I look it up: "ö"' }] },
        { type: 'function_call', call_id: 'toolu_1', name: 'find', arguments: '{"n":1.0}' },
      ],
      usage: { input_tokens: 10, output_tokens: 7, total_tokens: 17, cost: 0.00012 },
    });
    expect(stream.result?.kept.join('')).toContain(
      String.raw`sealed:{\"type\":\"reasoning.text\",\"text\":\"Let me see\",\"signature\":\"c2ln\"`,
    );
  });

  it('is incomplete where the tokens were used up', () => {
    const cutTool = TOOL.replace(
      event('content_block_delta', { index: 2, delta: { type: 'input_json_delta', partial_json: '1.0}' } }),
      '',
    );
    const { before, rest } = pipe(START + THINKING + cutTool + end('max_tokens'));
    expect(followResponse(readResponsesEvents(before + rest))).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ status: 'completed' }, { type: 'function_call', status: 'incomplete', arguments: '{"n":' }],
    });
  });

  it('is filtered where the model refused, and says why when that is known', () => {
    const refusal = event('message_delta', {
      delta: { stop_reason: 'refusal', stop_details: { explanation: 'Not that.' } },
      usage: { output_tokens: 2 },
    });
    const { before, rest } = pipe(START + refusal + event('message_stop', {}));
    expect(followResponse(readResponsesEvents(before + rest))).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'content_filter' },
      output: [{ type: 'message', content: [{ type: 'refusal', refusal: 'Not that.' }] }],
    });
  });

  it('fails with the error of the provider', () => {
    const error = event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } });
    const { before, rest } = pipe(START + TEXT + error);
    expect(readResponsesEvents(before).at(-1)).toMatchObject({
      type: 'error',
      code: 'overloaded_error',
      message: 'Overloaded',
    });
    expect(followResponse(readResponsesEvents(before + rest))).toMatchObject({
      status: 'failed',
      error: { code: 'server_error', message: 'Overloaded' },
      output: [],
    });
  });

  it('fails after any of its events, whether the provider breaks off or we cut it', () => {
    const events = (START + THINKING + TEXT + TOOL + end('tool_use')).split(/(?<=\n\n)/).slice(0, -1);
    for (let length = 0; length < events.length; length += 1) {
      const { before, rest } = pipe(events.slice(0, length).join(''));
      expect(followResponse(readResponsesEvents(before + rest)).status).toBe('failed');

      const stream = new TranslatedResponseStream(anEcho());
      const translator = new AnthropicToOpenAiStream({
        model: 'vendora/opus',
        createdSeconds: 1,
        writer: stream,
      });
      const begun = translator.push(Buffer.from(events.slice(0, length).join('')))?.toString() ?? '';
      const error = new GatewayError({ status: 504, code: 'timeout', message: 'Too long.' });
      const usage = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 };
      const failed = stream.fail(error, { cost: '0.5', usageIfMissing: usage }).toString();
      expect(followResponse(readResponsesEvents(begun + failed))).toMatchObject({
        status: 'failed',
        error: { code: 'server_error', message: 'Too long.' },
        usage: { input_tokens: 10, output_tokens: 2, total_tokens: 12, cost: 0.5 },
      });
    }
  });
});
