import { describe, expect, it } from 'vitest';
import { anEcho } from '../../../../../test/support/response-echo.js';
import type { ResponsesItem, ResponsesObject } from '../../../../../test/support/responses-events.js';
import { chatToResponse } from './chat-to-response.js';
import type { ResponseEcho } from '../response-echo.js';

const USAGE =
  '{"prompt_tokens":20,"completion_tokens":7,"total_tokens":27,"prompt_tokens_details":{"cached_tokens":4,"cache_write_tokens":2},"completion_tokens_details":{"reasoning_tokens":3},"cost":0.000120}';
const THOUGHT = '{"type":"thinking","thinking":"Let me see","signature":"c2ln"}';

function completion(message: string, finish = 'stop', usage = USAGE): Buffer {
  return Buffer.from(
    `{"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"x","choices":[{"index":0,"message":${message},"logprobs":null,"finish_reason":"${finish}"}],"usage":${usage},"service_tier":"priority"}`,
  );
}

function responseOf(message: string, finish?: string, echo: ResponseEcho = anEcho()): ResponsesObject {
  return JSON.parse(chatToResponse(completion(message, finish), echo).shown.toString()) as ResponsesObject;
}

const toolCall = (id: string, name: string, args: string): string =>
  JSON.stringify({ id, type: 'function', function: { name, arguments: args } });

describe('chatToResponse', () => {
  it('makes the whole object, with the defaults of OpenAI', () => {
    expect(responseOf('{"role":"assistant","content":"Hellö","refusal":null}')).toEqual({
      id: 'resp_1',
      object: 'response',
      created_at: 1_700_000_000,
      status: 'completed',
      background: false,
      completed_at: 1_700_000_009,
      error: null,
      incomplete_details: null,
      instructions: null,
      max_output_tokens: null,
      max_tool_calls: null,
      model: 'vendora/opus',
      output: [
        {
          id: 'msg_1',
          type: 'message',
          status: 'completed',
          role: 'assistant',
          content: [{ type: 'output_text', annotations: [], logprobs: [], text: 'Hellö' }],
        },
      ],
      parallel_tool_calls: true,
      previous_response_id: null,
      prompt_cache_key: null,
      reasoning: { effort: null, summary: null },
      safety_identifier: null,
      service_tier: 'priority',
      store: true,
      temperature: 1,
      text: { format: { type: 'text' } },
      tool_choice: 'auto',
      tools: [],
      top_logprobs: 0,
      top_p: 1,
      truncation: 'disabled',
      usage: {
        input_tokens: 20,
        input_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 },
        output_tokens: 7,
        output_tokens_details: { reasoning_tokens: 3 },
        total_tokens: 27,
        cost: 0.00012,
      },
      user: null,
      metadata: {},
    });
  });

  it('echoes what the caller sent, byte for byte', () => {
    const parts = [
      '"tools":[ {"type":"function", "name":"f","parameters":{"a":1.0},"strict":null} ]',
      '"metadata":{ "n":"1e3" }',
      '"instructions":"Gr\\u00fc\\u00dfe"',
      '"temperature":0.50',
      '"max_output_tokens":100',
      '"tool_choice":{"type":"function","name":"f"}',
      '"parallel_tool_calls":false',
      '"user":"u"',
      '"truncation":"disabled"',
    ];
    const nulls = ['top_p', 'text', 'reasoning', 'safety_identifier'].map((name) => `"${name}":null`);
    const echo = anEcho(
      { store: false, previousResponseId: 'resp_0' },
      `{"model":"m","input":"hi",${[...parts, ...nulls].join(',')}}`,
    );
    const shown = chatToResponse(completion('{"content":"x"}'), echo).shown.toString();
    for (const part of parts) expect(shown).toContain(part);
    expect(JSON.parse(shown)).toMatchObject({
      store: false,
      previous_response_id: 'resp_0',
      top_p: 1,
      text: { format: { type: 'text' } },
      reasoning: { effort: null, summary: null },
    });
  });

  it('echoes instructions and tools that are long, byte for byte', () => {
    const parts = [
      `"instructions":"${'Gr\\u00fc\\u00dfe ü '.repeat(20_000)}"`,
      `"tools":[${'\r\n {"type":"function", "name":"f"},'.repeat(5_000)} {"type":"function"}]`,
    ];
    const echo = anEcho({}, `{"model":"m","input":"hi",${parts.join(',')}}`);
    const { shown, kept } = chatToResponse(completion('{"content":"x"}'), echo);
    for (const part of parts) expect(shown.includes(part)).toBe(true);
    expect(kept).toBe(shown);
    expect(JSON.parse(shown.toString())).toMatchObject({ status: 'completed', top_p: 1 });
  });

  it.each([
    ['{}', '{"format":{"type":"text"}}'],
    ['{"verbosity":"low"}', '{"verbosity":"low","format":{"type":"text"}}'],
    ['{ "format":{"type":"json_object"} }', '{ "format":{"type":"json_object"} }'],
  ])('fills in the format of text %s', (sent, echoed) => {
    const echo = anEcho({}, `{"text":${sent}}`);
    expect(chatToResponse(completion('{"content":"x"}'), echo).shown.toString()).toContain(
      `"text":${echoed}`,
    );
  });

  it('makes an item of each block of thinking, then the text, then the calls', () => {
    const message = `{"content":"I look.","reasoning_content":"Let me see","thinking_blocks":[${THOUGHT},{"type":"redacted_thinking","data":"cmVk"}],"tool_calls":[${toolCall('toolu_1', 'find', '{"n":1.0}')},${toolCall('toolu_2', 'find', '{}')}]}`;
    const built = chatToResponse(completion(message, 'tool_calls'), anEcho());
    const { output } = JSON.parse(built.kept.toString()) as { output: object[] };
    expect(output).toMatchObject([
      {
        id: 'rs_1',
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: 'Let me see' }],
        encrypted_content:
          'sealed:{"type":"reasoning.text","text":"Let me see","signature":"c2ln","format":"anthropic-claude-v1"}',
      },
      {
        id: 'rs_2',
        type: 'reasoning',
        summary: [],
        encrypted_content:
          'sealed:{"type":"reasoning.encrypted","data":"cmVk","format":"anthropic-claude-v1"}',
      },
      { id: 'msg_3', type: 'message' },
      { id: 'fc_4', type: 'function_call', call_id: 'toolu_1', name: 'find', arguments: '{"n":1.0}' },
      { id: 'fc_5', type: 'function_call', call_id: 'toolu_2', arguments: '{}' },
    ]);
    expect(built.shown.toString()).not.toContain('encrypted_content');
    const asked = chatToResponse(completion(message, 'tool_calls'), anEcho({ showEncrypted: true }));
    expect(asked.shown).toBe(asked.kept);
    expect(asked.shown.toString()).toContain('encrypted_content');
  });

  it('makes them in the order of the parts where one is told', () => {
    const call = { id: 'toolu_1', type: 'function', function: { name: 'find', arguments: '{"q":"é"}' } };
    const cited = {
      type: 'url_citation',
      url_citation: { start_index: 0, end_index: 2, url: 'https://a.example', title: 'A' },
    };
    const message = `{"content":"I look.Soé","refusal":"No more.","reasoning_content":"Let me see","thinking_blocks":[${THOUGHT}],"tool_calls":[${JSON.stringify(call)}]}`;
    const { shown } = chatToResponse(completion(message, 'tool_calls'), anEcho(), [
      { kind: 'text', text: 'I look.', annotations: [] },
      { kind: 'thinking', block: JSON.parse(THOUGHT) },
      { kind: 'call', call },
      { kind: 'text', text: 'Soé', annotations: [cited] },
    ]);
    const { output } = JSON.parse(shown.toString()) as ResponsesObject;
    expect(output).toMatchObject([
      { type: 'message', content: [{ text: 'I look.', annotations: [] }] },
      { type: 'reasoning', summary: [{ text: 'Let me see' }] },
      { type: 'function_call', call_id: 'toolu_1', name: 'find', arguments: '{"q":"é"}' },
      {
        type: 'message',
        content: [
          { text: 'Soé', annotations: [{ type: 'url_citation', start_index: 0 }] },
          { type: 'refusal', refusal: 'No more.' },
        ],
      },
    ]);
  });

  it.each([
    ['reasoning alone', '{"content":"x","reasoning":"why"}', [['why', undefined]]],
    [
      'details that say the same',
      '{"content":"x","reasoning":"why","reasoning_details":[{"type":"reasoning.text","text":"why","index":0}]}',
      [['why', 'sealed:{"type":"reasoning.text","text":"why","index":0}']],
    ],
    [
      'details that cannot be read',
      '{"content":"x","reasoning":"why","reasoning_details":[{"type":"reasoning.encrypted","data":"ZA"}]}',
      [['why', 'sealed:{"type":"reasoning.encrypted","data":"ZA"}']],
    ],
    [
      'a summary, and what it sums up',
      '{"content":"x","reasoning_details":[{"type":"reasoning.summary","summary":"why"},{"type":"reasoning.encrypted","data":"ZA"}]}',
      [
        ['why', 'sealed:{"type":"reasoning.summary","summary":"why"}'],
        [undefined, 'sealed:{"type":"reasoning.encrypted","data":"ZA"}'],
      ],
    ],
    [
      'thinking without a signature',
      '{"content":"x","thinking_blocks":[{"type":"thinking","thinking":"why"}]}',
      [['why', undefined]],
    ],
  ])('reads %s', (_, message, expected) => {
    const { output } = JSON.parse(chatToResponse(completion(message), anEcho()).kept.toString());
    const reasoning = output.filter(({ type }: { type: string }) => type === 'reasoning');
    expect(reasoning.map((item: ResponsesItem) => [item.summary[0]?.text, item.encrypted_content])).toEqual(
      expected,
    );
  });

  it.each([
    ['{"input":"*** Begin\\n"}', '*** Begin\n'],
    ['{ "input" : "" }', ''],
    ['{"why":"x","input":"y"}', 'y'],
    ['{"input":{"a":1.0}}', '{"a":1.0}'],
    ['plain words', 'plain words'],
    ['{}', ''],
    ['{"input":"cut \\u00', 'cut '],
    ['{"input":"line\nend"}', 'line\nend'],
  ])('unwraps the input of a custom tool from %j', (args, input) => {
    const echo = anEcho({
      toolNames: { lookup: (name) => ({ kind: 'custom', name, namespace: 'shell' }) },
    });
    const [item] = responseOf(`{"tool_calls":[${toolCall('c', 'run', args)}]}`, 'tool_calls', echo).output;
    expect(item).toEqual({
      id: 'ctc_1',
      type: 'custom_tool_call',
      status: 'completed',
      input,
      call_id: 'c',
      name: 'run',
      namespace: 'shell',
    });
  });

  it.each([
    ['length', 'max_output_tokens', '{"content":"Sure, "}', ['incomplete']],
    ['content_filter', 'content_filter', '{"content":"Sure, "}', ['incomplete']],
    ['content_filter', 'content_filter', '{"content":null}', []],
    [
      'length',
      'max_output_tokens',
      `{"content":"So:","tool_calls":[${toolCall('c', 'f', '{"a":')}]}`,
      ['completed', 'incomplete'],
    ],
  ])('is incomplete after %s (%s) of %s', (finish, reason, message, statuses) => {
    const response = responseOf(message, finish);
    expect(response).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason },
      completed_at: null,
      error: null,
    });
    expect(response.output.map(({ status }) => status)).toEqual(statuses);
  });

  it('takes a refusal of the model for an answer', () => {
    const response = responseOf('{"content":null,"refusal":"I cannot."}');
    expect(response.status).toBe('completed');
    expect(response.output[0]!.content).toEqual([{ type: 'refusal', refusal: 'I cannot.' }]);
  });

  it('flattens citations', () => {
    const citation =
      '{"type":"url_citation","url_citation":{"start_index":0,"end_index":3,"url":"https://a.example","title":"A"}}';
    const response = responseOf(`{"content":"see","annotations":[${citation}]}`);
    expect(response.output[0]!.content[0]!.annotations).toEqual([
      { type: 'url_citation', start_index: 0, end_index: 3, url: 'https://a.example', title: 'A' },
    ]);
  });

  it('keeps the digits of the cost', () => {
    expect(chatToResponse(completion('{"content":"x"}'), anEcho()).shown.toString()).toContain(
      '"cost":0.000120}',
    );
  });

  it.each(['null', '7'])('has no usage where the answer has %s', (usage) => {
    const built = chatToResponse(completion('{"content":"x"}', 'stop', usage), anEcho());
    expect(JSON.parse(built.shown.toString())).toMatchObject({ status: 'completed', usage: null });
  });

  it('says an empty text where the model said nothing', () => {
    expect(responseOf('{"content":null}').output[0]!.content).toEqual([
      { type: 'output_text', text: '', annotations: [], logprobs: [] },
    ]);
  });
});
