import { describe, expect, it } from 'vitest';
import { parseModelId } from './parse-model-id.js';
import { readCatalogFile } from '../reading/read-catalog-file.js';

const catalog = readCatalogFile();
const parse = (text: string) => parseModelId(text, catalog);

describe('parseModelId', () => {
  it.each(['', 'auto'])('reads %j as the auto router', (text) => {
    expect(parse(text)).toEqual({ kind: 'auto' });
  });

  it.each([
    // written, upstream, sent, shown, priced by
    [
      'claude-sonnet-5-5',
      'provider_a',
      'claude-sonnet-5-5',
      'vendora/claude-sonnet-5-5',
      'vendora/claude-sonnet-5-5',
    ],
    [
      'vendora/claude-sonnet-5-5',
      'provider_a',
      'claude-sonnet-5-5',
      'vendora/claude-sonnet-5-5',
      'vendora/claude-sonnet-5-5',
    ],
    [
      'anthropic/claude-sonnet-5-5',
      'provider_a',
      'claude-sonnet-5-5',
      'vendora/claude-sonnet-5-5',
      'vendora/claude-sonnet-5-5',
    ],
    [
      'VendorA/claude-sonnet-5-5',
      'provider_a',
      'claude-sonnet-5-5',
      'vendora/claude-sonnet-5-5',
      'vendora/claude-sonnet-5-5',
    ],
    [
      'ANTHROPIC/claude-sonnet-5-5',
      'provider_a',
      'claude-sonnet-5-5',
      'vendora/claude-sonnet-5-5',
      'vendora/claude-sonnet-5-5',
    ],
    [
      '~anthropic/claude-haiku-4-5',
      'provider_a',
      'claude-haiku-4-5',
      'vendora/claude-haiku-4-5',
      'vendora/claude-haiku-4-5',
    ],
    [
      'claude-haiku-4-5-20251001',
      'provider_a',
      'claude-haiku-4-5-20251001',
      'vendora/claude-haiku-4-5-20251001',
      'vendora/claude-haiku-4-5',
    ],
    [
      'vendora/claude-opus-5-5-20261014',
      'provider_a',
      'claude-opus-5-5-20261014',
      'vendora/claude-opus-5-5-20261014',
      'vendora/claude-opus-5-5',
    ],
    [
      'claude-sonnet-4-5-latest',
      'provider_a',
      'claude-sonnet-4-5-latest',
      'vendora/claude-sonnet-4-5-latest',
      'vendora/claude-sonnet-4-5',
    ],
    ['gpt-5', 'provider_b', 'gpt-5', 'vendorb/gpt-5', 'vendorb/gpt-5'],
    ['gpt-5-2025-08-07', 'provider_b', 'gpt-5-2025-08-07', 'vendorb/gpt-5-2025-08-07', 'vendorb/gpt-5'],
    [
      'openai/gpt-4o-2024-11-20',
      'provider_b',
      'gpt-4o-2024-11-20',
      'vendorb/gpt-4o-2024-11-20',
      'vendorb/gpt-4o',
    ],
    ['vendorb/gpt-4o-mini', 'provider_b', 'gpt-4o-mini', 'vendorb/gpt-4o-mini', 'vendorb/gpt-4o-mini'],
    ['chatgpt-4o-latest', 'provider_b', 'chatgpt-4o-latest', 'vendorb/chatgpt-4o-latest', 'vendorb/gpt-4o'],
    [
      'gpt-5-chat-latest',
      'provider_b',
      'gpt-5-chat-latest',
      'vendorb/gpt-5-chat-latest',
      'vendorb/gpt-5-chat-latest',
    ],
    [
      'gpt-5.2-chat-latest',
      'provider_b',
      'gpt-5.2-chat-latest',
      'vendorb/gpt-5.2-chat-latest',
      'vendorb/gpt-5.2-chat-latest',
    ],
    [
      'gpt-5.3-chat-latest',
      'provider_b',
      'gpt-5.3-chat-latest',
      'vendorb/gpt-5.3-chat-latest',
      'vendorb/gpt-5.3-chat-latest',
    ],
    ['o3', 'provider_b', 'o3', 'vendorb/o3', 'vendorb/o3'],
    [
      'o4-mini-2025-04-16',
      'provider_b',
      'o4-mini-2025-04-16',
      'vendorb/o4-mini-2025-04-16',
      'vendorb/o4-mini',
    ],
    [
      'openai/gpt-oss-120b',
      'marketplace',
      'openai/gpt-oss-120b',
      'openai/gpt-oss-120b',
      'openai/gpt-oss-120b',
    ],
    [
      'OpenAI/GPT-OSS-120B',
      'marketplace',
      'openai/gpt-oss-120b',
      'openai/gpt-oss-120b',
      'openai/gpt-oss-120b',
    ],
    ['zai-org/GLM-5.3', 'marketplace', 'z-ai/glm-5.3', 'zai-org/GLM-5.3', 'zai-org/GLM-5.3'],
    ['z-ai/glm-5.3', 'marketplace', 'z-ai/glm-5.3', 'zai-org/GLM-5.3', 'zai-org/GLM-5.3'],
    ['ZAI-ORG/glm-5.3', 'marketplace', 'z-ai/glm-5.3', 'zai-org/GLM-5.3', 'zai-org/GLM-5.3'],
    [
      'qwen/qwen3-coder',
      'marketplace',
      'qwen/qwen3-coder',
      'Qwen/Qwen3-Coder-480B-A35B-Instruct',
      'Qwen/Qwen3-Coder-480B-A35B-Instruct',
    ],
    [
      'nvidia/deepseek-v3.2-nvfp4',
      'hosted',
      'nvidia/DeepSeek-V3.2-NVFP4',
      'nvidia/DeepSeek-V3.2-NVFP4',
      'nvidia/DeepSeek-V3.2-NVFP4',
    ],
  ])('serves %s on %s as %s, shown as %s, priced by %s', (text, upstream, upstreamId, publicId, priced) => {
    const parsed = parse(text);
    expect(parsed).toMatchObject({ kind: 'chat', upstream, upstreamId, publicId, model: { id: priced } });
  });

  it.each(['text-embedding-3-small', 'vendorb/text-embedding-3-small', 'openai/text-embedding-3-small'])(
    'serves the embedding id %s on provider B',
    (text) => {
      expect(parse(text)).toMatchObject({
        kind: 'embedding',
        upstream: 'provider_b',
        upstreamId: 'text-embedding-3-small',
        publicId: 'vendorb/text-embedding-3-small',
        chineseLab: false,
      });
    },
  );

  it.each(['text-embedding-4', 'vendorb/text-embedding-004', 'openai/text-embedding-x'])(
    'knows %s as an embedding id without a price',
    (text) => {
      expect(parse(text)).toMatchObject({ kind: 'unpriced', vendor: 'b', family: 'embedding' });
    },
  );

  it.each([
    ['gpt-5.2-pro', 'vendorb/gpt-5.2'],
    ['openai/gpt-5-pro-2025-10-06', 'vendorb/gpt-5'],
    ['vendorb/o3-pro-2025-06-10', 'vendorb/o3'],
    ['o1-pro', 'vendorb/o1'],
    ['gpt-5.3-codex', 'vendorb/gpt-5.3-chat-latest'],
    ['gpt-5.3-codex-spark', 'vendorb/gpt-5.3-chat-latest'],
    ['gpt-5.1-codex-mini', 'vendorb/gpt-5-mini'],
    ['gpt-5-codex', 'vendorb/gpt-5'],
    ['gpt-5.5-codex-max-2026-03-01', 'vendorb/gpt-5.5'],
    ['codex-mini-latest', 'vendorb/o4-mini'],
    ['o3-deep-research-2025-06-26', 'vendorb/o3'],
    ['o4-mini-deep-research', 'vendorb/o4-mini'],
    ['computer-use-preview-2025-03-11', 'vendorb/gpt-5.4'],
    ['gpt-6.2-astra-law', 'vendorb/gpt-6.2-astra'],
    ['gpt-5.4-cyber', 'vendorb/gpt-5.4'],
    ['gpt-daybreak-1', 'vendorb/gpt-5.3-chat-latest'],
    ['vendorb/gpt-9-pro', 'vendorb/gpt-5.3-chat-latest'],
  ])('knows that %s runs only on the Responses API and names %s', (text, useInstead) => {
    expect(parse(text)).toMatchObject({ kind: 'responses-only', useInstead });
  });

  it.each([
    ['claude-sonnet-9', 'a', undefined],
    ['vendora/claude-3-opus', 'a', undefined],
    ['vendora/gpt-4o', 'a', 'vendorb/gpt-4o'],
    ['vendora/auto', 'a', undefined],
    ['gpt-9', 'b', undefined],
    ['gpt-4o-audio-preview', 'b', undefined],
    ['gpt-4o-mini-search-preview-2025-03-11', 'b', undefined],
    ['gpt-4o-2024-99-99', 'b', undefined],
    ['gpt-oss-120b', 'b', 'openai/gpt-oss-120b'],
    ['vendorb/gpt-oss-120b', 'b', 'openai/gpt-oss-120b'],
    // None of these may reach the marketplace, where the same model has another price.
    ['anthropic/claude-sonnet-5-5:beta', 'a', 'vendora/claude-sonnet-5-5'],
    ['Anthropic/Claude-Sonnet-5-5', 'a', undefined],
    ['anthropic/claude-sonnet-5.5', 'a', 'vendora/claude-sonnet-5-5'],
    ['~anthropic/claude-sonnet-newest', 'a', undefined],
    ['vendora/anthropic/claude-sonnet-5-5', 'a', 'vendora/claude-sonnet-5-5'],
    ['claude-haiku-4-5@20251001', 'a', 'vendora/claude-haiku-4-5'],
    ['openai/gpt-4o:extended', 'b', 'vendorb/gpt-4o'],
    ['OPENAI/gpt-4o:online', 'b', 'vendorb/gpt-4o'],
    ['vendorb/openai/gpt-4o', 'b', 'vendorb/gpt-4o'],
  ])('refuses %s as an unpriced id of provider %s, hinting at %s', (text, vendor, useInstead) => {
    const parsed = parse(text);
    expect(parsed).toMatchObject({ kind: 'unpriced', vendor, family: 'chat' });
    expect('useInstead' in parsed ? parsed.useInstead : undefined).toBe(useInstead);
  });

  it('refuses variants of a model that only the hosted provider runs', () => {
    expect(parse('nvidia/DeepSeek-V3.2-NVFP4:nitro')).toMatchObject({
      kind: 'unpriced',
      vendor: 'open',
      useInstead: 'nvidia/DeepSeek-V3.2-NVFP4',
      chineseLab: true,
    });
  });

  it.each([
    ['mistralai/some-new-model', 'mistralai/some-new-model', undefined],
    ['nousresearch/hermes-4-405b:free', 'nousresearch/hermes-4-405b:free', undefined],
    ['~google/gemini-flash-latest', '~google/gemini-flash-latest', undefined],
    ['openai/gpt-oss-safeguard-20b', 'openai/gpt-oss-safeguard-20b', undefined],
    ['z-ai/glm-5.3:free', 'z-ai/glm-5.3:free', 'zai-org/GLM-5.3'],
    [
      'Qwen/Qwen3-235B-A22B-Instruct-2507:nitro',
      'qwen/qwen3-235b-a22b-2507:nitro',
      'Qwen/Qwen3-235B-A22B-Instruct-2507',
    ],
    ['openai/gpt-oss-120b:floor', 'openai/gpt-oss-120b:floor', 'openai/gpt-oss-120b'],
  ])('sends %s to the marketplace as %s, a variant of %s', (text, upstreamId, variantOf) => {
    const parsed = parse(text);
    expect(parsed).toMatchObject({
      kind: 'marketplace',
      upstream: 'marketplace',
      upstreamId,
      publicId: text,
    });
    expect(parsed).toHaveProperty('model', undefined);
    expect('variantOf' in parsed ? parsed.variantOf?.id : undefined).toBe(variantOf);
  });

  it.each([
    ['llama3:8b', 'tagged', 'llama3:8b'],
    ['claude-sonnet-5-5:mine', 'tagged', 'claude-sonnet-5-5:mine'],
    ['ft:gpt-4o-mini:acme::abc123', 'fine-tuned', 'ft:gpt-4o-mini:acme::abc123'],
    ['ft:gpt-4o-mini:acme:x:abc:ckpt-step-10', 'fine-tuned', 'ft:gpt-4o-mini:acme:x:abc:ckpt-step-10'],
    ['vendorb/ft:gpt-4o-mini:acme::abc123', 'fine-tuned', 'ft:gpt-4o-mini:acme::abc123'],
    ['openai/ft:gpt-4o-mini:acme::abc123', 'fine-tuned', 'ft:gpt-4o-mini:acme::abc123'],
  ])('reads %s as a %s model of the caller, registered as %s', (text, form, id) => {
    expect(parse(text)).toMatchObject({ kind: 'local', form, id });
  });

  it.each([
    'foo',
    'Auto',
    'Claude-Sonnet-5-5',
    'a/b/c',
    'openrouter/meta/llama',
    '@preset/mine',
    'x/y@preset/z',
    '/x',
    'x/',
    'https://a.b/c',
    'qwеn/x',
  ])('knows nothing called %s', (text) => {
    expect(parse(text)).toMatchObject({ kind: 'unknown', id: text });
  });

  it.each([
    ['a'.repeat(257), 'longer than 256'],
    ['gpt-5 ', 'white space'],
    [' auto', 'white space'],
    ['gpt-5\n', 'control'],
    ['gpt\u0000-5', 'control'],
    ['gpt-5\u200b', 'control'],
    ['deep\ud800seek/x', 'control'],
    ['vendora/', 'names no model'],
    [':8b', 'empty name or tag'],
    ['llama3:', 'empty name or tag'],
  ])('refuses %j as no id', (text, reason) => {
    const parsed = parse(text);
    expect(parsed.kind).toBe('invalid');
    expect(parsed).toHaveProperty('reason', expect.stringContaining(reason));
  });

  it('takes an id of 256 characters', () => {
    expect(parse(`acme/${'m'.repeat(251)}`).kind).toBe('marketplace');
  });

  it.each([
    'zai-org/GLM-5.3',
    'z-ai/glm-5.3:free',
    'DEEPSEEK/DeepSeek-Chat',
    'deepseek/deepseek-chat:free',
    'vendorb/deepseek/deepseek-chat',
    'vendora/qwen/qwen3-32b',
    'OpenRouter/deepseek/deepseek-chat',
    'openrouter/auto',
    'nvidia/DeepSeek-V3.2-NVFP4',
    'someone/deepseek-r1-distill-llama-70b',
    'someone/MyQwen3-tune',
    'someone/dolphin-QwQ-32b',
    'perplexity/r1-1776',
    'Perplexity/R1-1776:online',
    'other/r1-1776-awq',
    '~moonshotai/kimi-latest',
    '01-ai/anything',
    'nousresearch/nous-hermes-2-yi-34b',
    'MiniMaxAI/new',
    'qwen2.5:7b',
    'deepseek-chat',
    'ft:qwen3-8b:acme::1',
  ])('judges %s a Chinese lab model', (text) => {
    expect(parse(text)).toHaveProperty('chineseLab', true);
  });

  it.each([
    'claude-sonnet-5-5',
    'gpt-5',
    'openai/gpt-oss-120b',
    'meta-llama/llama-3.3-70b-instruct:free',
    'mistralai/mistral-nemo',
    'google/gemini-3-pro',
    'acme/spring-2b',
    'acme/sterling-2b',
    'acme/algm-4',
    'llama3:8b',
  ])('judges %s no Chinese lab model', (text) => {
    expect(parse(text)).toHaveProperty('chineseLab', false);
  });

  it('finds every catalogue model by each of its spellings', () => {
    for (const model of catalog.list()) {
      const spellings = [
        model.id,
        model.bareId,
        ...model.aliases,
        ...(model.marketplaceId ? [model.marketplaceId] : []),
      ];
      for (const spelling of spellings) {
        const parsed = parse(spelling);
        expect(parsed.kind, spelling).toBe(model.kind);
        if ('model' in parsed) expect(parsed.model?.id, spelling).toBe(model.id);
      }
    }
  });

  it('uses the prefixes of the deployment and looks the catalogue up as written before them', () => {
    const own = readCatalogFile({ prefixes: { a: 'alpha', b: 'openai' } });
    expect(parseModelId('alpha/claude-opus-5', own)).toMatchObject({ publicId: 'alpha/claude-opus-5' });
    expect(parseModelId('vendora/claude-opus-5', own)).toMatchObject({ kind: 'marketplace' });
    expect(parseModelId('openai/gpt-oss-120b', own)).toMatchObject({ upstream: 'marketplace' });
    expect(parseModelId('gpt-5.2-pro', own)).toMatchObject({ useInstead: 'openai/gpt-5.2' });
  });

  it('answers the longest hostile ids at once', () => {
    const started = performance.now();
    for (let round = 0; round < 200; round += 1) {
      parse(`${'a-'.repeat(125)}/x`);
      parse('/'.repeat(256));
      parse(`a/${':a'.repeat(127)}`);
      parse(`gpt-${'codex-a'.repeat(36)}`);
    }
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
