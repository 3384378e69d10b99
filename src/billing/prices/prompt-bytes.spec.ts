import { describe, expect, it } from 'vitest';
import { scanTopLevel } from '../../wire/json-bytes/scan-top-level.js';
import { readChatView } from '../../wire/openai/read-chat-view.js';
import { readResponsesView } from '../../wire/responses/request/read-responses-view.js';
import { chatPromptBytes, promptBytes, responsesPromptBytes } from './prompt-bytes.js';

const count = (body: unknown): number =>
  promptBytes(scanTopLevel(Buffer.from(JSON.stringify(body))), ['system', 'messages']);

const inEscapes = (json: string): string =>
  json.replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
const BASE64 = 'iVBORw0KGgo'.repeat(200_000);

describe('the bytes of a prompt', () => {
  it('are those of the members that a model reads', () => {
    expect(count({ system: 'abcd', messages: [], metadata: 'x'.repeat(1_000) })).toBe(8);
  });

  it.each([
    ['a data URL', { image_url: { url: `data:image/png;base64,${BASE64}` } }],
    ["provider A's source", { source: { type: 'base64', media_type: 'image/png', data: BASE64 } }],
  ])('count %s as a picture', (_name, part) => {
    const bytes = count({ messages: [part] });
    expect(bytes).toBeGreaterThan(6_000);
    expect(bytes).toBeLessThan(6_200);
  });

  it.each([
    ['words', 'Some words and more. '.repeat(5_000)],
    ['words without spaces', '今天天气怎么样'.repeat(2_000)],
  ])('count %s under the name of data as text', (_name, text) => {
    expect(count({ messages: [{ input: { data: text } }] })).toBeGreaterThan(text.length);
  });

  it('count a text that quotes a picture as text', () => {
    const text = `Look at data:image/png;base64,${BASE64}`;
    expect(count({ messages: [{ content: text }] })).toBeGreaterThan(text.length);
  });

  it('are the same in whatever escapes and layout the body is written', () => {
    const body = {
      system: '今天天气\n"怎么样"'.repeat(100),
      messages: [
        { role: 'user', content: [{ type: 'text', text: '😀 größer / kleiner '.repeat(400) }] },
        { role: 'user', content: [{ source: { type: 'base64', data: 'ab/d'.repeat(5_000) } }] },
        { image_url: { url: `data:image/png;base64,${'iV/O'.repeat(5_000)}` } },
      ],
    };
    const plain = JSON.stringify(body);
    const names = ['system', 'messages'];
    const bytes = promptBytes(scanTopLevel(Buffer.from(plain)), names);
    for (const written of [
      JSON.stringify(body, null, 2),
      inEscapes(plain),
      inEscapes(plain).replaceAll('/', '\\/'),
      inEscapes(JSON.stringify(body, null, '\t')),
    ])
      expect(promptBytes(scanTopLevel(Buffer.from(written)), names)).toBe(bytes);
  });
});

describe('the bytes of a chat prompt', () => {
  const countChat = (body: unknown): number => {
    const scan = scanTopLevel(Buffer.from(JSON.stringify(body)));
    return chatPromptBytes(scan, readChatView(scan));
  };
  const url = `data:image/png;base64,${BASE64}`;

  it('count pictures among texts as pictures', () => {
    const content = [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url } },
      { type: 'input_audio', input_audio: { data: BASE64, format: 'wav' } },
    ];
    const bytes = countChat({ messages: [{ role: 'user', content }] });
    expect(bytes).toBeGreaterThan(12_000);
    expect(bytes).toBeLessThan(12_400);
  });

  it('count base64 that a text quotes as the text that it is', () => {
    for (const content of [url, [{ type: 'text', text: url }]])
      expect(countChat({ messages: [{ role: 'user', content }] })).toBeGreaterThan(url.length);
  });

  it('count tools and schemas, and no other member', () => {
    const bare = countChat({ messages: [] });
    expect(countChat({ messages: [], tools: [1234] })).toBe(bare + '[1234]'.length);
    expect(countChat({ messages: [], response_format: {} })).toBe(bare + 2);
    expect(countChat({ messages: [], metadata: { note: 'x'.repeat(1_000) } })).toBe(bare);
  });
});

describe('the bytes of a Responses prompt', () => {
  const countResponses = (body: unknown): number => {
    const scan = scanTopLevel(Buffer.from(JSON.stringify(body)));
    return responsesPromptBytes(scan, readResponsesView(scan));
  };
  const url = `data:image/png;base64,${BASE64}`;

  it('count pictures and files as pictures, wherever they stand', () => {
    const image = { type: 'input_image', image_url: url };
    const file = {
      type: 'input_file',
      filename: 'a.pdf',
      file_data: `data:application/pdf;base64,${BASE64}`,
    };
    const input = [
      { role: 'user', content: [{ type: 'input_text', text: 'What is this?' }, image] },
      { type: 'function_call_output', call_id: 'c', output: [file] },
    ];
    const bytes = countResponses({ input });
    expect(bytes).toBeGreaterThan(12_000);
    expect(bytes).toBeLessThan(12_400);
  });

  it('count instructions, texts, tools and schemas, and no other member', () => {
    const text = 'a'.repeat(1_000);
    const bytes = countResponses({
      instructions: url,
      input: text,
      tools: [{ type: 'function', name: 'x', description: text }],
      text: { format: { type: 'json_schema', name: 'x', schema: { description: text } } },
      metadata: { text },
      prompt_cache_key: text,
    });
    expect(bytes).toBeGreaterThan(url.length + 3_000);
    expect(bytes).toBeLessThan(url.length + 3_300);
  });
});
