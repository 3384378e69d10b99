import { describe, expect, it } from 'vitest';
import { scanTopLevel } from '../../wire/json-bytes/scan-top-level.js';
import { readChatView } from '../../wire/openai/read-chat-view.js';
import { readAsks } from './request-asks.js';

function asksOf(body: object): string[] {
  const scan = scanTopLevel(Buffer.from(JSON.stringify(body)));
  return readAsks(scan, readChatView(scan)).map(({ need, field }) => `${need} by ${field}`);
}

const part = (content: object) => ({ messages: [{ role: 'user', content: [content] }] });
const custom = { type: 'custom', custom: { name: 'run' } };

describe('readAsks', () => {
  it.each<[string, object, string[]]>([
    ['a text', { messages: [{ role: 'user', content: 'Hi' }] }, []],
    ['a picture', part({ type: 'image_url', image_url: { url: 'x' } }), ['images by messages']],
    ['a part that nobody knows', part({ type: 'video_url', video_url: {} }), ['images by messages']],
    ['sound', part({ type: 'input_audio', input_audio: { data: 'x' } }), ['audio by messages']],
    ['sound of before', { messages: [{ role: 'assistant', audio: { id: 'a' } }] }, ['audio by messages']],
    ['no sound of before', { messages: [{ role: 'assistant', audio: null }] }, []],
    ['a file', part({ type: 'file', file: { file_data: 'x' } }), ['files by messages']],
    ['a file by id', part({ file: { file_id: 'x' }, type: 'file' }), ['file_ids by messages']],
    ['a word of an id in a text', part({ type: 'text', text: '"file_id"' }), []],
    ['functions', { functions: [{ name: 'x' }] }, ['tools by functions']],
    ['tools', { tools: [{ type: 'function', function: { name: 'custom' } }] }, ['tools by tools']],
    [
      "provider A's custom tools",
      { tools: [{ type: 'custom', name: 'x', input_schema: {} }] },
      ['tools by tools'],
    ],
    ['custom tools', { tools: [custom] }, ['tools by tools', 'custom_tools by tools']],
    ['a call of one', { messages: [{ role: 'assistant', tool_calls: [custom] }] }, ['custom_tools by tools']],
    [
      'a schema',
      { response_format: { type: 'json_schema', json_schema: {} } },
      ['json_schema by response_format'],
    ],
    ['two answers', { n: 2 }, ['choices by n']],
    ['one answer', { n: 1 }, []],
    ['answers in words', { n: 'two' }, []],
    [
      'probabilities',
      { logprobs: true, top_logprobs: 2 },
      ['logprobs by logprobs', 'logprobs by top_logprobs'],
    ],
    ['no probabilities', { logprobs: false, top_logprobs: 0, logit_bias: {} }, []],
    [
      'nothing, said as null',
      { n: null, logprobs: null, audio: null, prediction: null, verbosity: null },
      [],
    ],
    ['bias', { logit_bias: { '1': -100 } }, ['logit_bias by logit_bias']],
    ['text alone', { modalities: ['text'] }, []],
    [
      'speech',
      { modalities: ['text', 'audio'], audio: { voice: 'x' } },
      ['audio by modalities', 'audio by audio'],
    ],
    ['a prediction', { prediction: { type: 'content' } }, ['prediction by prediction']],
    ['few words', { verbosity: 'low' }, ['verbosity by verbosity']],
    ['the usual words', { verbosity: 'medium' }, []],
    ['hints', { seed: 1, temperature: 0, stop: ['x'], user: 'x' }, []],
  ])('reads %s', (_what, body, expected) => {
    expect(asksOf(body)).toEqual(expected);
  });
});
