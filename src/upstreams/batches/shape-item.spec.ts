import { describe, expect, it } from 'vitest';
import { bodyItem, paramsItem } from '../../../test/support/portion-items.js';
import type { PortionItem } from './batch-provider.js';
import { shapeItem } from './shape-item.js';

const textOf = async (item: PortionItem) => (await shapeItem(item)).toString();
const shaped = async (item: PortionItem) => JSON.parse(await textOf(item));
const bodyAt = (model: string, members: object) => shaped(bodyItem('a', model, members));

describe('a request as the provider gets it', () => {
  it("of `body` on provider B loses other vendors' members inside messages", async () => {
    const messages = [
      { role: 'user', content: [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } }] },
    ];
    expect((await bodyAt('gpt-4o-mini', { messages })).messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
    ]);
  });

  it('of a large `body` keeps every byte but the model', async () => {
    const messages = [{ role: 'user', content: 'a "b" '.repeat(30_000) }];
    const text = JSON.stringify({ model: 'vendorb/gpt-4o-mini', messages });
    expect(
      (await textOf(bodyItem('a', 'vendorb/gpt-4o-mini', { messages }))) === text.replace('vendorb/', ''),
    ).toBe(true);
  });

  it('of `params` keeps every byte but the prefix of the model', async () => {
    const text =
      '{ "model" : "vendora/claude-sonnet-5-5", "max_tokens":64,"temperature":1.0,\n"messages":[] }';
    expect(await textOf(paramsItem('a', 'vendora/claude-sonnet-5-5', text))).toBe(
      text.replace('vendora/', ''),
    );
  });

  it('of `params` that name the upstream id is the bytes that came', async () => {
    const item = paramsItem('a', 'claude-sonnet-5-5');
    expect(await shapeItem(item)).toBe(item.request);
  });

  it.each([
    [
      'absent',
      '{"model":"claude-haiku-4-5","messages":[]}',
      '{"model":"claude-haiku-4-5","messages":[],"max_tokens":4096}',
    ],
    [
      'null',
      '{"model":"claude-haiku-4-5","max_tokens":null}',
      '{"model":"claude-haiku-4-5","max_tokens":4096}',
    ],
  ])('of `params` gets 4,096 tokens where the limit is %s', async (_name, sent, expected) => {
    expect(await textOf(paramsItem('a', 'claude-haiku-4-5', sent))).toBe(expected);
  });

  it.each([
    [
      'stores nothing, and sends no thinking along that nobody asked for',
      '{"model":"vendorb/gpt-6.1-terra","input":"Hi.","store":true,"stream":false,"seed":1.0}',
      '{"model":"gpt-6.1-terra","input":"Hi.","store":false,"seed":1.0}',
    ],
    [
      'sends thinking along that was asked for',
      '{"model":"gpt-6.1-terra","input":"Hi.","include":["reasoning.encrypted_content"]}',
      '{"model":"gpt-6.1-terra","input":"Hi.","include":["reasoning.encrypted_content"],"store":false}',
    ],
  ])('of the Responses API %s', async (_name, sent, expected) => {
    const item = { ...bodyItem('a', 'vendorb/gpt-6.1-terra', sent), kind: 'responses' as const };
    expect(await textOf(item)).toBe(expected);
  });

  it('of embeddings keeps every byte but the model', async () => {
    const sent = '{ "model":"vendorb/gpt-6.1-terra", "input":[1.0, 2],"dimensions" : 8 }';
    const item = { ...bodyItem('a', 'vendorb/gpt-6.1-terra', sent), kind: 'embeddings' as const };
    expect(await textOf(item)).toBe(sent.replace('vendorb/', ''));
  });

  it('of `params` keeps a forced tool choice and thinking as they are', async () => {
    const members = { tool_choice: { type: 'any' }, thinking: { type: 'enabled', budget_tokens: 2_000 } };
    expect(await shaped(paramsItem('a', 'claude-sonnet-5-5', members))).toMatchObject(members);
  });

  it('of `body` for provider A is a Messages request of at most 4,096 tokens', async () => {
    expect(await bodyAt('vendora/claude-haiku-4-5', { stream: false, session_id: 's' })).toEqual({
      model: 'claude-haiku-4-5',
      max_tokens: 4_096,
      messages: [{ role: 'user', content: 'Say a' }],
    });
  });

  it('of `body` for provider A keeps cache marks and an explicit thinking object', async () => {
    const content = [{ type: 'text', text: 'Hi', cache_control: { type: 'ephemeral', ttl: '1h' } }];
    const thinking = { type: 'enabled', budget_tokens: 2_000 };
    const request = await bodyAt('claude-haiku-4-5', { messages: [{ role: 'user', content }], thinking });
    expect(request).toMatchObject({ messages: [{ role: 'user', content }], thinking, max_tokens: 6_096 });
  });

  it('of `body` turns a forced tool choice into auto where the model refuses it', async () => {
    const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }];
    const forced = async (model: string) =>
      (await bodyAt(model, { tools, tool_choice: 'required' })).tool_choice;
    expect(await forced('claude-sonnet-5-5')).toEqual({ type: 'auto' });
    expect(await forced('claude-haiku-4-5')).toEqual({ type: 'any' });
  });

  it.each([
    ['turns thinking off below 2,048 tokens', 2_047, { thinking: { type: 'between_tools' } }],
    ['leaves thinking alone from 2,048 tokens on', 2_048, {}],
  ])('of `body` %s', async (_name, max_tokens, expected) => {
    const { thinking } = await bodyAt('claude-sonnet-5-5', { max_tokens });
    expect({ ...(thinking && { thinking }) }).toEqual(expected);
  });

  it('of `body` for provider B has its id and its words, and no extensions', async () => {
    const extensions = { stream: false, stream_options: null, provider: {}, models: [], cache_control: {} };
    const request = await bodyAt('vendorb/gpt-5.2', {
      max_tokens: 5_000,
      reasoning: { effort: 'high' },
      ...extensions,
    });
    expect(request).toEqual({
      model: 'gpt-5.2',
      messages: [{ role: 'user', content: 'Say a' }],
      max_completion_tokens: 5_000,
      reasoning_effort: 'high',
    });
  });

  it('of `body` for the hosted provider switches thinking in its words', async () => {
    expect(await bodyAt('zai-org/GLM-5.3', { enable_thinking: false })).toEqual({
      model: 'zai-org/GLM-5.3',
      messages: [{ role: 'user', content: 'Say a' }],
      chat_template_kwargs: { enable_thinking: false },
    });
  });

  it.each([
    ['is no JSON', '{"model":'],
    ['names a member twice', '{"model":"a","model":"b"}'],
    ['nests too deeply', `{"messages":${'['.repeat(200)}${']'.repeat(200)}}`],
    [
      'asks for several answers',
      '{"model":"claude-haiku-4-5","messages":[{"role":"user","content":"a"}],"n":2}',
    ],
    ['has a budget of the wrong type', '{"messages":[],"thinking":5}'],
  ])('that %s is refused', async (_name, text) => {
    await expect(shapeItem(bodyItem('a', 'claude-haiku-4-5', text))).rejects.toThrow(
      expect.objectContaining({ status: 400 }),
    );
  });
});
