import { describe, expect, it } from 'vitest';
import { readCatalogFile } from '../../catalog/reading/read-catalog-file.js';
import { checkAlias, readAliasTarget } from './alias-rules.js';

const catalog = readCatalogFile();

describe('an alias', () => {
  it.each(['fast', 'support-bot', 'team.large_2', 'Fast', '4', 'autocomplete', 'prod-chat', 'a'.repeat(64)])(
    'may be %s',
    (alias) => {
      expect(() => checkAlias(alias, catalog)).not.toThrow();
    },
  );

  it.each([
    ['', 'empty'],
    ['a'.repeat(65), 'too long'],
    ['-fast', 'a dash first'],
    ['two words', 'a blank'],
    ['team/fast', 'a slash'],
    ['fast:1', 'a tag'],
    ['~fast', 'a tilde'],
    ['größe', 'letters that no id has'],
    ['fa\u0000st', 'a NUL'],
    ['auto', 'the router'],
    ['AUTO', 'the router in capitals'],
    ['auto-fast', 'a kind of auto'],
    ['auto.fast', 'a kind of auto'],
    ['auto_2', 'a kind of auto'],
    ['rtr_01jdx', "a router's id"],
    ['claude-sonnet-5-5', 'a bare id of provider A'],
    ['Claude-Sonnet-5-5', 'the same in capitals'],
    ['claude_sonnet_5_5', 'the same with underscores'],
    ['claude-sonnet-5.5', 'the same with dots'],
    ['claude-sonnet-5-5-20261101', 'a dated id'],
    ['claude-sonnet-5-5-latest', 'a latest id'],
    ['claude-anything', 'an id that provider A may have one day'],
    ['gpt-6.1-terra', 'a bare id of provider B'],
    ['gpt-6.1-terra-2026-11-01', 'a dated one'],
    ['GPT-6.1-TERRA', 'one in capitals'],
    ['gpt-5-chat-latest', "an alias of provider B's own"],
    ['chatgpt-4o-latest', "an alias of provider B's own"],
    ['o3', 'a short id of provider B'],
    ['text-embedding-3-small', 'an embeddings id'],
    ['gpt-oss-120b', 'an open model without its org'],
    ['llama-3.3-70b-instruct', 'an open model without its org, in small letters'],
    ['DeepSeek-V4.1-Flash', 'an open model without its org'],
    ['deepseek-v4-1-flash', 'an open model, with dashes for its dots'],
    ['llama_3.3_70b_instruct', 'an open model, with underscores for its dashes'],
    ['Kimi.K2.6', 'an open model, with dots for its dashes'],
    ['qwen36-plus', 'an open model, without its dots'],
  ])('may not be %j: %s', (alias) => {
    expect(() => checkAlias(alias, catalog)).toThrow(
      expect.objectContaining({ status: 400, param: 'alias' }),
    );
  });
});

describe('what an alias stands for', () => {
  it.each([
    ['vendorb/gpt-6.1-terra', 'vendorb/gpt-6.1-terra'],
    ['gpt-6.1-terra', 'vendorb/gpt-6.1-terra'],
    ['openai/gpt-6.1-terra', 'vendorb/gpt-6.1-terra'],
    ['anthropic/claude-sonnet-5-5', 'vendora/claude-sonnet-5-5'],
    ['claude-sonnet-5-5-20261101', 'vendora/claude-sonnet-5-5-20261101'],
    ['OpenAI/GPT-OSS-120b', 'openai/gpt-oss-120b'],
    ['text-embedding-3-small', 'vendorb/text-embedding-3-small'],
  ])('may be %s', (model, id) => {
    expect(readAliasTarget(model, catalog)).toBe(id);
  });

  it.each([
    '',
    'auto',
    'fast',
    'llama3:8b',
    'ft:gpt-4o:acme',
    'some-org/some-model',
    'openai/gpt-oss-120b:free',
  ])('may not be %j', (model) => {
    expect(() => readAliasTarget(model, catalog)).toThrow(
      expect.objectContaining({ status: 400, param: 'model' }),
    );
  });
});
