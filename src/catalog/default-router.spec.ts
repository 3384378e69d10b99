import { describe, expect, it } from 'vitest';
import type { UpstreamId } from './catalog-model.js';
import { Catalog } from './catalog.js';
import { chooseDefaultTiers } from './default-router.js';
import { readCatalogFile } from './reading/read-catalog-file.js';

const catalog = readCatalogFile();
const NVFP4 = 'nvidia/DeepSeek-V3.2-NVFP4';

describe('chooseDefaultTiers', () => {
  it.each<[UpstreamId[], string, string, string]>([
    [
      ['provider_a', 'provider_b', 'marketplace', 'hosted'],
      'vendora/claude-sonnet-5-5',
      'vendorb/gpt-6.1-terra',
      'openai/gpt-oss-120b',
    ],
    [[], 'vendora/claude-sonnet-5-5', 'vendorb/gpt-6.1-terra', 'openai/gpt-oss-120b'],
    [['provider_a'], 'vendora/claude-sonnet-5-5', 'vendora/claude-haiku-4-5', 'vendora/claude-haiku-5-5'],
    [['provider_b'], 'vendorb/gpt-6.2-sol', 'vendorb/gpt-6.1-terra', 'vendorb/gpt-6-luna'],
    [['marketplace'], 'mistralai/Mistral-Large-4', 'mistralai/Mistral-Small-2603', 'openai/gpt-oss-120b'],
    [['hosted'], NVFP4, NVFP4, NVFP4],
    [
      ['provider_a', 'marketplace'],
      'vendora/claude-sonnet-5-5',
      'vendora/claude-haiku-4-5',
      'openai/gpt-oss-120b',
    ],
  ])('with keys for %j takes %s, %s and %s', (configured, big, medium, small) => {
    expect(chooseDefaultTiers(catalog, new Set(configured))).toEqual({ big, medium, small });
  });

  it('takes any model that can run when no preference can, a Chinese lab’s last', () => {
    const bare = new Catalog({
      models: catalog.list(),
      prefixes: catalog.prefixes,
      labs: catalog.labs,
      webSearchFeePicoUsd: 0n,
      defaultRouter: { big: [], medium: [], small: [] },
      responsesOnly: catalog.responsesOnly,
    });
    const tiers = chooseDefaultTiers(bare, new Set<UpstreamId>(['marketplace']));
    expect(bare.find(tiers?.big ?? '')).toMatchObject({ upstream: 'marketplace', chineseLab: false });
  });
});
