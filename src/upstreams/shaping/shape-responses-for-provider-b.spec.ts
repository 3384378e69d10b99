import { describe, expect, it } from 'vitest';
import { parseModelId } from '../../catalog/ids/parse-model-id.js';
import { readCatalogFile } from '../../catalog/reading/read-catalog-file.js';
import { scanTopLevel } from '../../wire/json-bytes/scan-top-level.js';
import { readResponsesOutline } from '../../wire/responses/request/read-responses-outline.js';
import {
  shapeResponsesForProviderB,
  type ResponsesShapeInput,
  type ShapedResponses,
} from './shape-responses-for-provider-b.js';

const catalog = readCatalogFile();

type Options = Partial<Omit<ResponsesShapeInput, 'scan' | 'target'>>;

function shape(id: string, body: object | string, options: Options = {}): ShapedResponses {
  const parsed = parseModelId(id, catalog);
  if (parsed.kind !== 'chat') throw new Error(`${id} is no chat model`);
  const { upstream, upstreamId, publicId, model } = parsed;
  const text = typeof body === 'string' ? body : JSON.stringify({ input: 'Hi', ...body });
  const scan = scanTopLevel(Buffer.from(text));
  return shapeResponsesForProviderB({
    scan,
    target: { upstream, upstreamModelId: upstreamId, publicId, model },
    reasoning: readResponsesOutline(scan).reasoning,
    thinkingOff: 'no',
    ...options,
  });
}

function textOf({ body }: ShapedResponses): string {
  return Buffer.concat(Buffer.isBuffer(body) ? [body] : [...body]).toString();
}

function sent(id: string, body: object, options?: Options): Record<string, unknown> {
  return JSON.parse(textOf(shape(id, body, options))) as Record<string, unknown>;
}

const reasoning = (encrypted: unknown, id = 'rs_1') => ({
  type: 'reasoning',
  id,
  summary: [],
  encrypted_content: encrypted,
});
const user = { role: 'user', content: 'Hi' };
const IMAGES = 'message.input_image.image_url';
const call = { type: 'function_call', call_id: 'c', name: 'x', arguments: '{"n":1.0}' };

describe('a Responses request as provider B gets it', () => {
  it('keeps every byte that nobody edits, what it alone knows included', () => {
    const body =
      '{ "model" : "vendorb/gpt-5.5","input":[ {"role":"user","content":"1.0 \\u00e4"} , {"type":"local_shell_call","x":1e2}],"temperature":null,\n"include": ["reasoning.encrypted_content"], "client_metadata":{"a":1.00},"store" : true,"tools":[{"type":"tool_search"}],"prompt_cache_key":"k" }';
    expect(textOf(shape('vendorb/gpt-5.5', body))).toBe(
      body.replace('vendorb/', '').replace('"store" : true', '"store" : false'),
    );
  });

  it('keeps nothing there: neither a response nor a reference to one', () => {
    const body = sent('gpt-4.1', { model: 'auto', previous_response_id: 'resp_1', store: null });
    expect(body).toEqual({ model: 'gpt-4.1', input: 'Hi', store: false });
  });

  it.each<[string, object, unknown, string[]]>([
    ['gpt-5.5', {}, ['reasoning.encrypted_content'], []],
    ['gpt-5.5', { include: null }, ['reasoning.encrypted_content'], []],
    ['gpt-5.5', { include: [IMAGES] }, [IMAGES, 'reasoning.encrypted_content'], []],
    ['gpt-4.1', {}, undefined, []],
    ['gpt-4.1', { include: ['reasoning.encrypted_content', IMAGES] }, [IMAGES], ['include[0]']],
    ['gpt-4.1', { include: ['message.output_text.logprobs'] }, ['message.output_text.logprobs'], []],
    ['gpt-5', { include: ['message.output_text.logprobs'] }, ['reasoning.encrypted_content'], ['include[0]']],
  ])('asks %s, told %j, to send along %j', (id, members, include, ignored) => {
    expect(sent(id, members).include).toEqual(include);
    expect(shape(id, members).ignored).toEqual(ignored);
  });

  it.each<[string, object | null | undefined, Options, unknown, string[]]>([
    ['gpt-5.5', undefined, {}, undefined, []],
    ['gpt-5.5', { effort: 'low', summary: 'auto' }, {}, { effort: 'low', summary: 'auto' }, []],
    ['gpt-5.5', { effort: 'max' }, {}, { effort: 'xhigh' }, []],
    ['gpt-5.5', { effort: 'minimal' }, {}, { effort: 'none' }, []],
    ['gpt-5', { effort: 'none', context: 'all_turns' }, {}, { effort: 'minimal', context: 'all_turns' }, []],
    ['gpt-6-astra', { effort: 'none' }, {}, { effort: 'low' }, []],
    ['gpt-5.5', { summary: 'auto' }, { thinkingOff: 'own' }, { summary: 'auto', effort: 'none' }, []],
    ['gpt-5.5', { effort: 'high' }, { thinkingOff: 'forced' }, { effort: 'none' }, []],
    ['gpt-5.5', undefined, { thinkingOff: 'own' }, { effort: 'none' }, []],
    ['gpt-4.1', { effort: 'low' }, {}, undefined, ['reasoning']],
    ['gpt-4.1', null, {}, undefined, []],
  ])('tells %s, asked for %j with %j, of thinking %j', (id, asked, options, expected, ignored) => {
    const shaped = shape(id, { reasoning: asked }, options);
    expect((JSON.parse(textOf(shaped)) as { reasoning?: unknown }).reasoning).toEqual(expected);
    expect(shaped.ignored).toEqual(ignored);
    expect(shaped.ownThinkingOff).toBe(options.thinkingOff !== undefined);
  });

  it.each<[string, object, string[]]>([
    ['gpt-4.1', {}, []],
    ['gpt-5', {}, ['temperature', 'top_p', 'top_logprobs']],
    ['gpt-5.5', {}, []],
    ['gpt-5.5', { reasoning: { effort: 'low' } }, ['temperature', 'top_p', 'top_logprobs']],
    ['gpt-6.1-terra', { reasoning: { effort: 'none' } }, []],
  ])('takes from %s, asked for %j, the sampling %j', (id, members, removed) => {
    const body = { ...members, temperature: 0.5, top_p: 0.9, top_logprobs: 2 };
    expect(shape(id, body).ignored).toEqual(removed);
    for (const name of ['temperature', 'top_p', 'top_logprobs'])
      expect(name in sent(id, body)).toBe(!removed.includes(name));
  });

  it.each<[unknown, unknown]>([
    [5, 16],
    [16, 16],
    [1_000, 1_000],
    [1_000_000, 32_768],
    [null, null],
  ])('makes a limit of %j tokens %j', (asked, limit) => {
    expect(sent('gpt-4.1', { max_output_tokens: asked }).max_output_tokens).toBe(limit);
  });

  describe('of reasoning in the history', () => {
    const said = { role: 'assistant', content: 'Sun.' };
    const input = [user, reasoning('gAAAA-own'), call, reasoning('gAAAA-other', 'rs_2'), said, user];

    it('keeps what its model made', () => {
      expect(sent('gpt-5.5', { input }).input).toEqual(input);
    });

    it('leaves out what another model is known to have made, and keeps the bytes of the rest', () => {
      const shaped = shape('gpt-5.5', { input }, { isForeignThinking: (proof) => proof === 'gAAAA-other' });
      expect(textOf(shaped)).toContain(JSON.stringify([...input.slice(0, 3), said, user]));
    });

    it.each<[string, unknown[]]>([
      ['comes bare', [user, { type: 'reasoning', id: 'rs_1', summary: [] }, call]],
      ['is null', [user, reasoning(null), call]],
      ['was sealed here', [user, reasoning('svc-r1.abc'), call]],
      [
        'was sealed here, in escapes',
        [user, JSON.parse('{"type":"reasoning","encrypted_content":"svc-r1.\\u0061"}'), call],
      ],
    ])('leaves out what %s', (_, items) => {
      expect(sent('gpt-5.5', { input: items }).input).toEqual([user, call]);
    });

    it.each([
      ['own', [user, reasoning('gAAAA-own'), call], true],
      ['none', [user, call], false],
      ['only sealed', [user, reasoning('svc-r1.abc'), call], false],
    ])('tells whether it sent any: %s', (_, items, replays) => {
      expect(shape('gpt-5.5', { input: items }).replaysReasoning).toBe(replays);
      expect(shape('gpt-5.5', { input: items }, { withoutThinking: true }).replaysReasoning).toBe(false);
    });

    const answer = { type: 'message', role: 'assistant', content: 'Sun.' };
    const output = { type: 'function_call_output', call_id: 'call_1', output: 'Sun.' };
    const tools = { type: 'additional_tools', tools: [] };
    const own = reasoning('gAAAA-own');
    const more = reasoning('gAAAA-more', 'rs_2');

    it.each<[string, unknown[], unknown[]]>([
      ['nothing', [user, own], [user]],
      ['nothing but more of it', [user, own, more], [user]],
      ['a user', [user, own, more, user], [user, user]],
      [
        'a system message',
        [user, own, { role: 'system', content: 'x' }],
        [user, { role: 'system', content: 'x' }],
      ],
      ['tools and a user', [user, own, tools, user], [user, tools, user]],
      ['an output', [user, call, own, output], [user, call, output]],
    ])('leaves out what %s follows: provider B refuses an orphan', (_, items, left) => {
      expect(sent('gpt-5.5', { input: items }).input).toEqual(left);
      expect(shape('gpt-5.5', { input: items }).replaysReasoning).toBe(false);
    });

    it('leaves out an orphan beside what is unreadable, and keeps the order of the rest', () => {
      const items = [user, own, reasoning(null), call, output, more, reasoning('svc-r1.abc'), tools, user];
      expect(sent('gpt-5.5', { input: items }).input).toEqual([user, own, call, output, tools, user]);
    });

    it.each<[string, unknown[]]>([
      ['an answer', [user, own, answer, user]],
      ['a call', [user, own, call, output]],
      ['more of it and a call', [user, own, more, call, output]],
      ['tools and a call', [user, own, tools, call, output]],
      ['an item of its own', [user, own, { type: 'web_search_call', id: 'ws_1' }, answer]],
      ['an item that we do not know', [user, own, { type: 'program', id: 'p_1' }]],
    ])('keeps what %s follows', (_, items) => {
      expect(sent('gpt-5.5', { input: items }).input).toEqual(items);
    });

    it('leaves out all of it for a model that never thinks, and after another model', () => {
      expect(sent('gpt-4.1', { input }).input).toEqual([user, call, said, user]);
      expect(sent('gpt-5.5', { input }, { withoutThinking: true }).input).toEqual([user, call, said, user]);
    });
  });
});
