import { describe, expect, it } from 'vitest';
import { translateMessage, UnreadableAnswerError } from './anthropic-to-openai-completion.js';

function translateText(answer: string) {
  const result = translateMessage({
    answer: Buffer.from(answer),
    model: 'vendora/claude-x',
    createdSeconds: 1_700_000_000,
  });
  return { ...result, completion: JSON.parse(result.bytes.toString()) };
}

function translate(message: object) {
  return translateText(
    JSON.stringify({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-x',
      stop_reason: 'end_turn',
      content: [],
      usage: { input_tokens: 10, output_tokens: 5 },
      ...message,
    }),
  );
}

const content = (...blocks: object[]) => translate({ content: blocks }).completion.choices[0].message;

describe('translateMessage', () => {
  it('gives one choice in provider B shape', () => {
    expect(translate({ content: [{ type: 'text', text: 'Hi' }] }).completion).toEqual({
      id: 'chatcmpl-msg_1',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: 'vendora/claude-x',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hi', refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: {
        prompt_tokens: 10,
        completion_tokens: 5,
        total_tokens: 15,
        prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      },
    });
  });

  it.each([
    [{ type: 'refusal', category: 'cyber', explanation: 'This asks for malware.' }, 'This asks for malware.'],
    [{ type: 'refusal', category: 'cyber', explanation: null }, null],
    [null, null],
  ])('tells why provider A refused (%j)', (stopDetails, refusal) => {
    const { completion } = translate({ stop_reason: 'refusal', stop_details: stopDetails });
    expect(completion.choices[0]).toMatchObject({
      message: { content: null, refusal },
      finish_reason: 'content_filter',
    });
  });

  it('joins text blocks without a separator, around blocks it does not know', () => {
    expect(
      content(
        { type: 'text', text: 'a' },
        { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
        { type: 'web_search_tool_result', content: [] },
        { type: 'container_upload' },
        { type: 'fallback' },
        { type: 'something_new', text: 'x' },
        { type: 'text', text: 'b' },
      ),
    ).toEqual({ role: 'assistant', content: 'ab', refusal: null });
  });

  it.each([[[]], [[{ type: 'server_tool_use' }]], [[null, 5, 'x']]])('has null content for %j', (blocks) => {
    expect(translate({ content: blocks }).completion.choices[0].message.content).toBeNull();
  });

  it('carries thinking for display and for replay', () => {
    const thinking = { type: 'thinking', thinking: 'Hm', signature: 'sig' };
    const redacted = { type: 'redacted_thinking', data: 'abc' };
    expect(
      content(thinking, redacted, { ...thinking, thinking: ' yes' }, { type: 'text', text: 'a' }),
    ).toEqual({
      role: 'assistant',
      content: 'a',
      refusal: null,
      reasoning_content: 'Hm yes',
      thinking_blocks: [thinking, redacted, { ...thinking, thinking: ' yes' }],
    });
    expect(content({ ...thinking, thinking: '' })).not.toHaveProperty('reasoning_content');
  });

  it('turns tool_use into tool calls with exact arguments', () => {
    const { completion } = translateText(
      '{"type":"message","id":"m","content":[{"type":"tool_use","id":"toolu_1","name":"f","input":{"n":12345678901234567890,"f":1.0}},{"type":"tool_use","id":"toolu_2","name":"g","input":{}}],"stop_reason":"tool_use"}',
    );
    expect(completion.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: null,
        tool_calls: [
          {
            id: 'toolu_1',
            type: 'function',
            function: { name: 'f', arguments: '{"n":12345678901234567890,"f":1.0}' },
          },
          { id: 'toolu_2', type: 'function', function: { name: 'g', arguments: '{}' } },
        ],
      },
    });
  });

  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['pause_turn', 'stop'],
    ['compaction', 'stop'],
    ['something_new', 'stop'],
    [null, 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['tool_use', 'tool_calls'],
    ['refusal', 'content_filter'],
  ])('maps stop reason %s to %s', (stopReason, finishReason) => {
    const { completion, stopReason: reported } = translate({ stop_reason: stopReason });
    expect(completion.choices[0].finish_reason).toBe(finishReason);
    expect(reported).toBe(stopReason);
  });

  it('counts cached classes into the prompt tokens', () => {
    const { completion, usage } = translate({
      usage: {
        input_tokens: 10,
        cache_read_input_tokens: 20,
        cache_creation_input_tokens: 30,
        cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 },
        output_tokens: 40,
        output_tokens_details: { thinking_tokens: 15 },
      },
    });
    expect(completion.usage).toEqual({
      prompt_tokens: 60,
      completion_tokens: 40,
      total_tokens: 100,
      prompt_tokens_details: { cached_tokens: 20, cache_write_tokens: 30 },
      completion_tokens_details: { reasoning_tokens: 15 },
    });
    expect(usage).toMatchObject({
      inputTokens: 10,
      cacheReadTokens: 20,
      cacheWrite5mTokens: 10,
      cacheWrite1hTokens: 20,
    });
  });

  it.each([undefined, null, {}, 'x'])('makes up no usage when the answer says %j', (usage) => {
    const result = translate({ usage });
    expect(result.completion).not.toHaveProperty('usage');
    expect(result.usage.reported).toBe(false);
  });

  it.each([
    ['standard', 'default'],
    ['priority', 'priority'],
    ['batch', undefined],
  ])('maps service tier %s to %s', (tier, expected) => {
    expect(
      translate({ usage: { input_tokens: 1, output_tokens: 1, service_tier: tier } }).completion.service_tier,
    ).toBe(expected);
  });

  it('keeps citations of web results and drops those of documents', () => {
    const citation = {
      type: 'web_search_result_location',
      url: 'https://x.test',
      title: null,
      cited_text: 'c',
    };
    const message = content(
      { type: 'text', text: 'abc' },
      { type: 'text', text: 'de', citations: [citation, { type: 'page_location' }, null] },
    );
    expect(message.annotations).toEqual([
      {
        type: 'url_citation',
        url_citation: { start_index: 3, end_index: 5, url: 'https://x.test', title: '' },
      },
    ]);
  });

  it('invents an id only when none was sent', () => {
    expect(translate({ id: undefined }).completion.id).toMatch(/^chatcmpl-.{10}/);
  });

  it.each([
    '',
    '<html>',
    'null',
    '[]',
    '5',
    '{}',
    '{"type":"error","error":{"type":"api_error"}}',
    '{"type":"message","content":"x"}',
    '{"content":',
  ])('calls the answer %j unreadable', (answer) => {
    expect(() => translateText(answer)).toThrow(UnreadableAnswerError);
  });

  it('calls an input of bottomless depth unreadable instead of crashing', () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    expect(() => translateText(`{"type":"message","content":[{"type":"tool_use","input":${deep}}]}`)).toThrow(
      UnreadableAnswerError,
    );
  });

  it('tells the order of its parts where a chat message cannot', () => {
    const call = (id: string) => ({ type: 'tool_use', id, name: 'f', input: { n: 1 } });
    const thinking = { type: 'thinking', thinking: 'Hm', signature: 's' };
    const text = (said: string) => ({ type: 'text', text: said });
    const told = (...blocks: object[]) => translate({ content: blocks }).parts?.map((part) => part.kind);
    expect(told(thinking, text('a'), text('b'), call('1'), call('2'))).toBeUndefined();
    expect(told(text(''), thinking, call('1'), { type: 'server_tool_use' }, text(''))).toBeUndefined();
    expect(told(text('a'), text('b'), thinking, call('1'))).toEqual(['text', 'thinking', 'call']);
    expect(told(call('1'), text('a'), { type: 'later' }, text('b'))).toEqual(['call', 'text']);
    expect(told(text('a'), { type: 'redacted_thinking', data: 'x' })).toEqual(['text', 'thinking']);
  });
});
