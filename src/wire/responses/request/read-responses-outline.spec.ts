import { describe, expect, it } from 'vitest';
import { InvalidRequestError } from '../../../lib/gateway-error.js';
import { scanTopLevel } from '../../json-bytes/scan-top-level.js';
import { readResponsesNeeds } from './find-needs.js';
import { readResponsesOutline } from './read-responses-outline.js';
import type { ResponsesOutline } from './responses-outline.js';

function outlineOf(body: object | string): ResponsesOutline {
  const text = typeof body === 'string' ? body : JSON.stringify({ input: 'Hi', ...body });
  return readResponsesOutline(scanTopLevel(Buffer.from(text)));
}

function refusalOf(body: object | string): string {
  try {
    outlineOf(body);
  } catch (error) {
    if (error instanceof InvalidRequestError) return `${error.code} ${error.param ?? ''}`;
    throw error;
  }
  return 'accepted';
}

const message = { role: 'user', content: 'Hi' };
const weather = { type: 'function', name: 'weather', parameters: { type: 'object' } };
const call = { type: 'function_call', call_id: 'c', name: 'weather', arguments: '{}' };
const inNamespace = (tool: object) => ({ type: 'namespace', name: 'ns', tools: [weather, tool] });
const more = (tool: object) => ({
  input: [message, { type: 'additional_tools', role: 'developer', tools: [tool] }],
});
const chosen = (choice: unknown) => ({ tool_choice: choice });
const format = (value: unknown) => ({ text: { format: value } });

describe('readResponsesOutline', () => {
  it('reads what a call is steered by', () => {
    const outline = outlineOf({
      model: 'vendorb/x',
      stream: true,
      store: false,
      max_output_tokens: 100,
      reasoning: { effort: 'low', summary: 'auto' },
      include: ['message.output_text.logprobs', 'reasoning.encrypted_content'],
      previous_response_id: 'resp_1',
    });
    expect(outline).toMatchObject({
      model: 'vendorb/x',
      stream: true,
      store: false,
      maxTokens: 100,
      reasoning: { kind: 'graded', effort: 'low' },
      includesEncryptedReasoning: true,
      previousResponseId: 'resp_1',
      references: [],
    });
  });

  it('takes null for absent, and keeps responses where nothing is said', () => {
    const names = ['model', 'stream', 'store', 'max_output_tokens', 'reasoning', 'include', 'text', 'tools'];
    const others = ['tool_choice', 'truncation', 'background', 'conversation', 'prompt', 'metadata', 'top_p'];
    const body = Object.fromEntries([...names, ...others].map((name) => [name, null]));
    expect(outlineOf(body)).toMatchObject({
      model: '',
      stream: false,
      store: true,
      maxTokens: undefined,
      reasoning: { kind: 'absent' },
      includesEncryptedReasoning: false,
      previousResponseId: undefined,
      needs: { providerBOnly: undefined, tools: undefined, customTools: undefined, fileUrl: undefined },
    });
  });

  it.each<[string, object]>([
    ['an empty `text` and an empty `include`', { text: {}, include: [] }],
    [
      'settings at their limits',
      {
        stream: true,
        stream_options: { include_obfuscation: null },
        max_tool_calls: 1,
        top_logprobs: 20,
        prompt_cache_retention: '24h',
        metadata: {
          ...Object.fromEntries(Array.from('abcdefghijklmno').map((key) => [key, ''])),
          ['k'.repeat(64)]: 'x'.repeat(512),
        },
        reasoning: { effort: 'max', summary: null, context: 'all_turns', mode: 'standard' },
        text: { verbosity: 'low', format: { type: 'json_schema', name: 'a-b_C', schema: {}, strict: null } },
      },
    ],
    ['a continuation without input', { input: null, previous_response_id: 'resp_1' }],
    ['a continuation with no new item', { input: [], previous_response_id: 'resp_1' }],
    ['background that is off', { background: false }],
    [
      'settings that only a provider judges',
      { moderation: {}, context_management: [], prompt_cache_options: {} },
    ],
    ['strict schemas', format({ type: 'json_schema', name: 'x', strict: true, schema: { type: 'object' } })],
    [
      'a flat tool without a schema',
      { tools: [{ type: 'function', name: 'x', parameters: null, strict: null }] },
    ],
    ['dated web search', { tools: [{ type: 'web_search_2025_08_26' }, { type: 'web_search_preview' }] }],
    [
      'a shell of the caller',
      { tools: [{ type: 'shell', environment: { type: 'local' } }, { type: 'shell' }] },
    ],
    [
      'a tool of a mode',
      chosen({ type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'x' }] }),
    ],
    ['a part that nobody knows', { input: [{ role: 'user', content: [{ type: 'input_scent', data: 1 }] }] }],
    [
      'reasoning whose content is null',
      { input: [{ type: 'reasoning', summary: [], content: null, encrypted_content: 'x' }] },
    ],
    [
      'an item that provider B made',
      { input: [message, { type: 'web_search_call', id: 'ws_1', status: 'completed' }] },
    ],
  ])('accepts %s', (_, body) => {
    expect(refusalOf(body)).toBe('accepted');
  });

  it.each<[object | string, string]>([
    [{ messages: [] }, 'unknown_parameter messages'],
    [{ response_format: {} }, 'unknown_parameter response_format'],
    [{ surprise: null }, 'unknown_parameter surprise'],
    ['{"input":"x","__proto__":{}}', 'unknown_parameter __proto__'],
    [{ input: undefined }, 'invalid_request input'],
    [{ input: null }, 'invalid_request input'],
    [{ input: 3 }, 'invalid_request input'],
    ['{"input":[ ]}', 'invalid_request input'],
    [{ instructions: [] }, 'invalid_request instructions'],
    [{ model: 3 }, 'invalid_request model'],
    [{ stream: 'yes' }, 'invalid_request stream'],
    [{ store: 1 }, 'invalid_request store'],
    [{ max_output_tokens: 0 }, 'invalid_request max_output_tokens'],
    [{ max_output_tokens: 1.5 }, 'invalid_request max_output_tokens'],
    [{ max_output_tokens: '9' }, 'invalid_request max_output_tokens'],
    [{ temperature: 3 }, 'invalid_request temperature'],
    [{ top_p: -1 }, 'invalid_request top_p'],
    [{ truncation: 'middle' }, 'invalid_request truncation'],
    [{ metadata: [] }, 'invalid_request metadata'],
    [{ tools: {} }, 'invalid_request tools'],
    [{ include: ['reasoning.encrypted_content', 3] }, 'invalid_request include[1]'],
    [{ include: ['message.output_text'] }, 'invalid_request include[0]'],
    [{ max_tool_calls: 0 }, 'invalid_request max_tool_calls'],
    [{ top_logprobs: 21 }, 'invalid_request top_logprobs'],
    [{ top_logprobs: 1.5 }, 'invalid_request top_logprobs'],
    [{ stream_options: { include_obfuscation: false } }, 'invalid_request stream_options'],
    [
      { stream: true, stream_options: { include_usage: true } },
      'unknown_parameter stream_options.include_usage',
    ],
    [
      { stream: true, stream_options: { include_obfuscation: 1 } },
      'invalid_request stream_options.include_obfuscation',
    ],
    [{ prompt_cache_retention: '2h' }, 'invalid_request prompt_cache_retention'],
    [
      { metadata: Object.fromEntries(Array.from('abcdefghijklmnopq').map((key) => [key, 'v'])) },
      'invalid_request metadata',
    ],
    [{ metadata: { a: 'x', n: 1 } }, 'invalid_request metadata.n'],
    [{ metadata: { o: {} } }, 'invalid_request metadata.o'],
    [{ metadata: { l: 'x'.repeat(513) } }, 'invalid_request metadata.l'],
    [{ metadata: { ['k'.repeat(65)]: 'v' } }, `invalid_request metadata.${'k'.repeat(64)}…`],
    [{ reasoning: { effort: 'huge' } }, 'invalid_request reasoning.effort'],
    [{ reasoning: { summary: 'long' } }, 'invalid_request reasoning.summary'],
    [{ reasoning: { context: 'none' } }, 'invalid_request reasoning.context'],
    [{ reasoning: { max_tokens: 100 } }, 'unknown_parameter reasoning.max_tokens'],
    [{ text: { formats: {} } }, 'unknown_parameter text.formats'],
    [{ text: { verbosity: 'loud' } }, 'invalid_request text.verbosity'],
    [format({ type: 'text', schema_name: 'x' }), 'unknown_parameter text.format.schema_name'],
    [format({ type: 'json_schema', name: 'a b', schema: {} }), 'invalid_request text.format.name'],
    [
      format({ type: 'json_schema', name: 'a', schema: {}, strict: 'yes' }),
      'invalid_request text.format.strict',
    ],
    [
      format({ type: 'json_schema', name: 'a', schema: {}, description: 1 }),
      'invalid_request text.format.description',
    ],
    [{ context_management: 'compact' }, 'invalid_request context_management'],
    [{ input: [message, { ...call, call_id: '' }] }, 'invalid_request input[1].call_id'],
    [{ input: [message, { ...call, name: '' }] }, 'invalid_request input[1].name'],
    [{ reasoning: 'low' }, 'invalid_request reasoning'],
    [{ reasoning: { effort: 3 } }, 'invalid_request reasoning.effort'],
    [{ previous_response_id: '' }, 'invalid_request previous_response_id'],
    [{ background: true }, 'unsupported_parameter background'],
    [{ conversation: 'conv_1' }, 'unsupported_parameter conversation'],
    [{ prompt: { id: 'pmpt_1' } }, 'unsupported_parameter prompt'],
    [{ text: { verbosity: 3 } }, 'invalid_request text.verbosity'],
    [format('json'), 'invalid_request text.format'],
    [format({ type: 'yaml' }), 'invalid_request text.format.type'],
    [format({ type: 'json_schema', schema: {} }), 'invalid_request text.format.name'],
    [format({ type: 'json_schema', name: 'x' }), 'invalid_request text.format.schema'],
    [format({ type: 'json_schema', json_schema: {} }), 'invalid_request text.format.json_schema'],
    [chosen('any'), 'invalid_request tool_choice'],
    [chosen(3), 'invalid_request tool_choice'],
    [chosen({ type: 'function' }), 'invalid_request tool_choice.name'],
    [chosen({ type: 'mcp', server_label: 'x' }), 'unsupported_tool tool_choice.type'],
    [
      chosen({
        type: 'allowed_tools',
        mode: 'auto',
        tools: [{ type: 'web_search' }, { type: 'file_search' }],
      }),
      'unsupported_tool tool_choice.tools[1].type',
    ],
  ])('refuses %j', (body, refusal) => {
    expect(refusalOf(body)).toBe(refusal);
  });

  it.each<[object, string]>([
    [{ type: 'file_search', vector_store_ids: [] }, 'unsupported_tool type'],
    [{ type: 'code_interpreter', container: { type: 'auto' } }, 'unsupported_tool type'],
    [{ type: 'image_generation' }, 'unsupported_tool type'],
    [{ type: 'mcp', server_url: 'x' }, 'unsupported_tool type'],
    [{ type: 'programmatic_tool_calling' }, 'unsupported_tool type'],
    [{ type: 'a_family_to_come' }, 'unsupported_tool type'],
    [{ type: 'shell', environment: { type: 'container_auto' } }, 'unsupported_tool environment.type'],
    [
      { type: 'shell', environment: { type: 'container_reference', container_id: 'x' } },
      'unsupported_tool environment.type',
    ],
    [{ type: 'shell', environment: {} }, 'unsupported_tool environment.type'],
    [{ name: 'x' }, 'invalid_request type'],
    [{ type: 'function', function: { name: 'x' } }, 'invalid_request name'],
    [{ type: 'custom', name: '' }, 'invalid_request name'],
  ])('refuses the tool %j wherever it stands', (tool, refusal) => {
    const [code = '', field = ''] = refusal.split(' ');
    expect(refusalOf({ tools: [weather, tool] })).toBe(`${code} tools[1].${field}`);
    expect(refusalOf({ tools: [inNamespace(tool)] })).toBe(`${code} tools[0].tools[1].${field}`);
    expect(refusalOf(more(tool))).toBe(`${code} input[1].tools[0].${field}`);
    expect(refusalOf(more(inNamespace(tool)))).toBe(`${code} input[1].tools[0].tools[1].${field}`);
  });

  it.each([
    ['an escaped name', '{"input":"x","tools":[{"t\\u0079pe":"mcp"}]}', 'unsupported_tool tools[0].type'],
    ['an escaped type', '{"input":"x","tools":[{"type":"\\u006dcp"}]}', 'unsupported_tool tools[0].type'],
    [
      'a second type',
      '{"input":"x","tools":[{"type":"mcp","type":"custom"}]}',
      'invalid_request tools[0].type',
    ],
    [
      'a second list',
      '{"input":[{"type":"additional_tools","tools":[],"tools":[{"type":"mcp"}]}]}',
      'invalid_request input[0].tools',
    ],
    [
      'an item of another type',
      '{"input":[{"type":"tool_search_output","tools":[{"type":"mcp"}]}]}',
      'unsupported_tool input[0].tools[0].type',
    ],
  ])('finds a hosted tool behind %s', (_, body, refusal) => {
    expect(refusalOf(body)).toBe(refusal);
  });

  it.each<[unknown, string]>([
    [3, 'input[1]'],
    [{ type: 'dream' }, 'input[1].type'],
    [{}, 'input[1].type'],
    [{ type: 3 }, 'input[1].type'],
    [{ content: 'Hi' }, 'input[1].type'],
    [{ type: 'message', content: 'Hi' }, 'input[1].role'],
    [{ role: 'tool', content: 'Hi' }, 'input[1].role'],
    [{ role: 'user' }, 'input[1].content'],
    [{ role: 'user', content: {} }, 'input[1].content'],
    [{ role: 'user', content: ['Hi'] }, 'input[1].content[0]'],
    [
      { role: 'user', content: [{ type: 'input_image', image_url: { url: 'x' } }] },
      'input[1].content[0].image_url',
    ],
    [{ role: 'user', content: [{ type: 'input_text', text: 3 }] }, 'input[1].content[0].text'],
    [{ ...call, call_id: undefined }, 'input[1].call_id'],
    [{ ...call, arguments: {} }, 'input[1].arguments'],
    [{ ...call, name: null }, 'input[1].name'],
    [{ type: 'function_call_output', output: 'x' }, 'input[1].call_id'],
    [{ type: 'function_call_output', call_id: 'c', output: 3 }, 'input[1].output'],
    [{ type: 'custom_tool_call', call_id: 'c', name: 'x', input: {} }, 'input[1].input'],
    [{ type: 'reasoning', encrypted_content: 3 }, 'input[1].encrypted_content'],
    [{ type: 'item_reference' }, 'input[1].id'],
    [{ type: 'additional_tools', role: 'developer' }, 'input[1].tools'],
  ])('refuses the item %j', (item, param) => {
    expect(refusalOf({ input: [message, item] })).toBe(`invalid_request ${param}`);
  });

  it('finds what stands for kept items, with its place', () => {
    const { references } = outlineOf({
      input: [
        message,
        { type: 'reasoning', id: 'rs_1', summary: [] },
        { type: 'item_reference', id: 'msg_1' },
        { id: 'fc_1' },
        { type: 'reasoning', id: 'rs_2', encrypted_content: 'x' },
        { type: 'reasoning', id: 'rs_3', encrypted_content: null },
        { type: 'reasoning', summary: [] },
      ],
    });
    expect(references).toEqual([
      { id: 'rs_1', kind: 'bare-reasoning', index: 1 },
      { id: 'msg_1', kind: 'reference', index: 2 },
      { id: 'fc_1', kind: 'reference', index: 3 },
      { id: 'rs_3', kind: 'bare-reasoning', index: 5 },
    ]);
  });

  it.each<[string, object, string]>([
    [
      'an item that it made',
      { input: [message, { type: 'compaction', encrypted_content: 'x' }] },
      'input[1].type',
    ],
    ['a shell', { tools: [weather, { type: 'local_shell' }] }, 'tools[1].type'],
    ['a patch tool among others', more({ type: 'apply_patch' }), 'input[1].tools[0].type'],
    ['tool search', { tools: [{ type: 'tool_search', execution: 'client' }] }, 'tools[0].type'],
    ['a forced search', chosen({ type: 'web_search' }), 'tool_choice.type'],
    ['automatic truncation', { truncation: 'auto' }, 'truncation'],
    ['compaction on the way', { context_management: [{ type: 'compaction' }] }, 'context_management'],
  ])('sees that only provider B understands %s', (_, body, field) => {
    expect(outlineOf(body).needs.providerBOnly).toEqual({ field });
  });

  it('sees tools, free-text tools and addresses of files', () => {
    const file = { type: 'input_file', file_url: 'https://example.com/a.pdf' };
    const { needs } = outlineOf({
      tools: [{ type: 'web_search' }, inNamespace({ type: 'custom', name: 'run' })],
      input: [{ role: 'user', content: [{ type: 'input_text', text: 'x' }, file] }],
    });
    expect(needs).toMatchObject({
      providerBOnly: undefined,
      tools: { field: 'tools[1].tools' },
      customTools: { field: 'tools[1].tools[1]' },
      fileUrl: { field: 'input[0].content[1].file_url' },
    });
    expect(outlineOf({ tools: [{ type: 'web_search' }] }).needs.tools).toBeUndefined();
  });
});

describe('readResponsesNeeds', () => {
  it('names the chain for what was kept, and the caller’s own places for the rest', () => {
    const scan = scanTopLevel(
      Buffer.from(
        JSON.stringify({ input: [{ type: 'web_search_call' }, message, { type: 'a_type_to_come' }] }),
      ),
    );
    expect(readResponsesNeeds(scan, 1).providerBOnly).toEqual({ field: 'previous_response_id' });
    expect(readResponsesNeeds(scan).providerBOnly).toEqual({ field: 'input[0].type' });
  });
});
