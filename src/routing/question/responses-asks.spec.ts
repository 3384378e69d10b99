import { describe, expect, it } from 'vitest';
import { scanTopLevel } from '../../wire/json-bytes/scan-top-level.js';
import { readResponsesOutline } from '../../wire/responses/request/read-responses-outline.js';
import { readResponsesView } from '../../wire/responses/request/read-responses-view.js';
import { readResponsesAsks } from './responses-asks.js';

function asksOf(body: object): string[] {
  const scan = scanTopLevel(Buffer.from(JSON.stringify({ input: 'Hi', ...body })));
  const { needs } = readResponsesOutline(scan);
  return readResponsesAsks(readResponsesView(scan), needs).map(({ need, field }) => `${need} by ${field}`);
}

const part = (content: object) => ({ input: [{ role: 'user', content: [content] }] });

describe('readResponsesAsks', () => {
  it.each<[string, object, string[]]>([
    ['a text', {}, []],
    ['a picture', part({ type: 'input_image', image_url: 'x' }), ['images by input']],
    ['a picture by its id', part({ type: 'input_image', file_id: 'x' }), ['file_ids by input']],
    ['a file', part({ type: 'input_file', file_data: 'x' }), ['files by input']],
    [
      'a file from an address',
      part({ type: 'input_file', file_url: 'x' }),
      ['files by input', 'file_urls by input[0].content[0].file_url'],
    ],
    ['functions', { tools: [{ type: 'function', name: 'x' }] }, ['tools by tools']],
    ['web search', { tools: [{ type: 'web_search' }] }, []],
    [
      'custom tools',
      { tools: [{ type: 'custom', name: 'x' }] },
      ['tools by tools', 'free_text_tools by tools[0]'],
    ],
    ['a shell', { tools: [{ type: 'shell' }] }, ['provider_b by tools[0].type']],
    [
      'a schema',
      { text: { format: { type: 'json_schema', name: 'x', schema: {} } } },
      ['json_schema by text.format'],
    ],
    ['few words', { text: { verbosity: 'low' } }, ['verbosity by text.verbosity']],
    ['as many words as usual', { text: { verbosity: 'medium' } }, []],
    [
      'hints',
      {
        top_logprobs: 2,
        prompt_cache_key: 'k',
        include: ['message.output_text.logprobs'],
        service_tier: 'auto',
      },
      [],
    ],
  ])('asks for what only some models can do: %s', (_, body, asks) => {
    expect(asksOf(body)).toEqual(asks);
  });
});
