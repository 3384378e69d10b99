import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CatalogFileError, loadCatalog } from './load-catalog.js';
import { readCatalogFile } from './read-catalog-file.js';

type Json = Record<string, unknown>;
type CatalogJson = Json & { models: Json[] };

function shippedJson(): CatalogJson {
  return JSON.parse(readFileSync(new URL('../catalog.json', import.meta.url), 'utf8')) as CatalogJson;
}

/** The shipped file with one thing changed. */
function changed(change: (json: CatalogJson) => void): CatalogJson {
  const json = shippedJson();
  change(json);
  return json;
}

function faultsOf(json: unknown): readonly string[] {
  try {
    loadCatalog(json);
  } catch (error) {
    if (error instanceof CatalogFileError) return error.faults;
    throw error;
  }
  return [];
}

describe('loadCatalog', () => {
  it('loads the shipped file with exact prices in pico-dollars a token', () => {
    const catalog = readCatalogFile();
    expect(catalog.find('claude-haiku-5-5')?.prices).toMatchObject({
      input: 100_000n,
      cacheRead: 10_000n,
      cacheWrite5m: 125_000n,
      cacheWrite1h: 200_000n,
      batch: { numerator: 5n, denominator: 10n },
      tiers: [{ inputTokensAbove: 100_000, input: 500_000n, cacheWrite1h: 1_000_000n }],
    });
    expect(catalog.webSearchFeePicoUsd).toBe(10_000_000_000n);
  });

  it('prices the NVFP4 variant as DeepSeek-V3.2 and runs it on the hosted provider only', () => {
    const catalog = readCatalogFile();
    const variant = catalog.find('nvidia/DeepSeek-V3.2-NVFP4');
    expect(variant?.prices).toEqual(catalog.find('deepseek-ai/DeepSeek-V3.2')?.prices);
    expect(variant).toMatchObject({ upstream: 'hosted', chineseLab: true, priceBasis: 'catalogue' });
    expect(variant?.marketplaceId).toBeUndefined();
  });

  it('opens the passthrough to provider A and six open models, batches to three of those', () => {
    const open = readCatalogFile()
      .list()
      .filter((model) => model.vendor === 'open');
    const on = (surface: 'messages' | 'batch') => open.filter((model) => model.surfaces.includes(surface));
    expect(on('messages').map((model) => model.id)).toHaveLength(6);
    expect(on('messages').every((model) => model.priceBasis === 'catalogue')).toBe(true);
    expect(on('batch').map((model) => model.id)).toEqual([
      'zai-org/GLM-5.3',
      'Qwen/Qwen3-235B-A22B-Instruct-2507',
      'meta-llama/Llama-3.3-70B-Instruct',
    ]);
    expect(on('batch').map((model) => model.prices.batch)).toEqual(
      Array(3).fill({ numerator: 6n, denominator: 10n }),
    );
    const vendorA = readCatalogFile()
      .list()
      .filter((model) => model.vendor === 'a');
    expect(vendorA.every((model) => model.surfaces.join() === 'chat,messages,batch')).toBe(true);
  });

  it.each([
    [
      'a price that is negative',
      'models[0].prices.input',
      (json: CatalogJson) => ((json.models[0]?.['prices'] as Json)['input'] = '-1'),
    ],
    [
      'a price finer than a pico-dollar',
      'models[0].prices.input',
      (json: CatalogJson) => ((json.models[0]?.['prices'] as Json)['input'] = '0.0000001'),
    ],
    [
      'a price that is missing',
      'models[0].prices.output',
      (json: CatalogJson) => delete (json.models[0]?.['prices'] as Json)['output'],
    ],
    [
      'a misspelt field',
      'models[0].prices.cache_reed',
      (json: CatalogJson) => ((json.models[0]?.['prices'] as Json)['cache_reed'] = '1'),
    ],
    [
      'a wrong type',
      'models[1].context_window',
      (json: CatalogJson) => ((json.models[1] as Json)['context_window'] = '1M'),
    ],
    [
      'an unknown word',
      'models[0].reasoning.kind',
      (json: CatalogJson) => ((json.models[0]?.['reasoning'] as Json)['kind'] = 'deep'),
    ],
    [
      'an unknown surface',
      'models[0].surfaces',
      (json: CatalogJson) => ((json.models[0] as Json)['surfaces'] = ['chat', 'fax']),
    ],
    [
      'a batch surface without a batch price',
      'models[0].surfaces',
      (json: CatalogJson) => delete (json.models[0]?.['prices'] as Json)['batch_multiplier'],
    ],
    [
      'a multiplier of zero',
      'models[0].prices.batch_multiplier',
      (json: CatalogJson) => ((json.models[0]?.['prices'] as Json)['batch_multiplier'] = 0),
    ],
    [
      'an upstream of another vendor',
      'models[0].upstream',
      (json: CatalogJson) => ((json.models[0] as Json)['upstream'] = 'provider_b'),
    ],
    [
      'an alias that another model has',
      'models: "gpt-5"',
      (json: CatalogJson) => ((json.models[0] as Json)['aliases'] = ['gpt-5']),
    ],
    [
      'an entry that is no object',
      'models[2]',
      (json: CatalogJson) => (json.models[2] = 7 as unknown as Json),
    ],
    ['a version it does not know', 'schema_version', (json: CatalogJson) => (json['schema_version'] = 2)],
    ['no models', 'models', (json: CatalogJson) => (json.models = [])],
    [
      'a default router of unknown models',
      'default_router',
      (json: CatalogJson) => ((json['default_router'] as Json)['big'] = ['gpt-99']),
    ],
    [
      'a substitute that cannot chat',
      'responses_only',
      (json: CatalogJson) => ((json['responses_only'] as Json)['fallback'] = 'o3-pro'),
    ],
  ])('refuses %s, naming %s', (_what, where, change) => {
    const faults = faultsOf(changed(change));
    expect(faults.some((fault) => fault.startsWith(where))).toBe(true);
  });

  it.each([null, [], 'text', 1, {}])('refuses %j as a whole', (json) => {
    expect(faultsOf(json).length).toBeGreaterThan(0);
  });

  it('names every fault at once and cuts a long list short', () => {
    const json = changed((file) => file.models.forEach((model) => delete model['lab']));
    expect(faultsOf(json)).toHaveLength(json.models.length);
    expect(() => loadCatalog(json)).toThrow(/models\[0\]\.lab: is missing, takes a text[\s\S]*and \d+ more$/);
  });

  it('reads prices written as JSON numbers just as exactly', () => {
    const json = changed((file) => ((file.models[0]?.['prices'] as Json)['input'] = 0.0399));
    expect(loadCatalog(json).list()[0]?.prices.input).toBe(39_900n);
  });

  it('says which file cannot be read', () => {
    expect(() => readCatalogFile({ path: '/nowhere/catalog.json' })).toThrow('/nowhere/catalog.json');
  });
});
