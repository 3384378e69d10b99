import { describe, expect, it } from 'vitest';
import { InvalidRequestError } from '../../../../lib/gateway-error.js';
import { atOnce } from '../../../../lib/steps.js';
import { scanTopLevel } from '../../../json-bytes/scan-top-level.js';
import type { ToChatInput } from '../chat-form.js';
import { inCallersWords } from './in-callers-words.js';

const image = { type: 'input_image', image_url: 'x' };
const text = { type: 'input_text', text: 'x' };
const call = (id: string) => ({ type: 'function_call', call_id: id, name: 'f', arguments: '{}' });
const fn = (name: string) => ({ type: 'function', name });
const body = {
  instructions: 'Be brief.',
  tools: [{ type: 'web_search' }, fn('f'), { type: 'namespace', name: 'ns', tools: [fn('g')] }],
  input: [
    { role: 'user', content: 'Hi' },
    { role: 'user', content: [text, image] },
    { type: 'reasoning', id: 'rs_1', summary: [] },
    { role: 'assistant', content: [{ type: 'output_text', text: 'x' }] },
    call('1'),
    call('2'),
    { type: 'function_call_output', call_id: '1', output: 'ok' },
    { type: 'function_call_output', call_id: '2', output: [text, image] },
    { role: 'user', content: [{ type: 'input_file', file_data: 'x' }] },
  ],
};

function inputFor(upstream: ToChatInput['upstream'], chainItems = 0): ToChatInput {
  const scan = scanTopLevel(Buffer.from(JSON.stringify(body)));
  return { scan, upstream, openReasoning: () => undefined, chainItems };
}

function said(param: string | undefined, input = inputFor('provider_a')): unknown {
  const error = new InvalidRequestError({ param, message: `\`${param}\` must be better.` });
  return atOnce(inCallersWords(error, input));
}

describe('inCallersWords', () => {
  it.each([
    ['messages[0].content', 'instructions'],
    ['messages[1].content', 'input[0].content'],
    ['messages[1].content[0]', 'input[0].content'],
    ['messages[2].content[1].image_url.url', 'input[1].content[1].image_url'],
    ['messages[3].content[0].text', 'input[3].content[0].text'],
    ['messages[3].tool_calls[1].function.arguments', 'input[5].arguments'],
    ['messages[3].tool_calls[0].id', 'input[4].call_id'],
    ['messages[4].tool_call_id', 'input[6].call_id'],
    ['messages[5].content[1].image_url.url', 'input[7].output[1].image_url'],
    ['messages[6].content[0].file.file_data', 'input[8].content[0].file_data'],
    ['messages[6].content[0].file', 'input[8].content[0]'],
    ['messages', 'input'],
    ['tools[0].function.parameters.type', 'tools[1].parameters.type'],
    ['tools[1].function.name', 'tools[2].tools[0].name'],
    ['tool_choice.function.name', 'tool_choice.name'],
    ['response_format.json_schema.schema', 'text.format.schema'],
    ['response_format.type', 'text.format.type'],
    ['max_completion_tokens', 'max_output_tokens'],
    ['temperature', 'temperature'],
  ])('says %s as %s', (chat, field) => {
    expect(said(chat)).toMatchObject({ param: field, message: `\`${field}\` must be better.` });
  });

  it('finds pictures of tools that followed in a message of their own', () => {
    expect(said('messages[6].content[1].image_url.url', inputFor('hosted'))).toMatchObject({
      param: 'input[7].output[1].image_url',
    });
  });

  it('names the response before for what was kept of it', () => {
    expect(said('messages[2].content[1].image_url.url', inputFor('provider_a', 2))).toMatchObject({
      param: 'previous_response_id',
    });
  });

  it('leaves other errors alone', () => {
    const error = new Error('x');
    expect(atOnce(inCallersWords(error, inputFor('hosted')))).toBe(error);
    expect(said(undefined)).toMatchObject({ param: undefined });
  });
});
