import { describe, expect, it } from 'vitest';
import { JsonBytesError } from './json-bytes-error.js';
import { spliceUsageCost, type UsageCost } from './splice-usage-cost.js';

const splice = (answer: string, usageCost: UsageCost) =>
  spliceUsageCost(Buffer.from(answer), usageCost).toString();
const ESTIMATE = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };

describe('spliceUsageCost', () => {
  it('adds the cost and leaves every other byte', () => {
    const before = '{\n  "id": "x", "big": 12345678901234567890, "usage": {"prompt_tokens": 5, "f": 1.0';
    expect(splice(`${before}}, "z": "\\u00e9"\n}\n`, { cost: '0.0000255' })).toBe(
      `${before},"cost":0.0000255}, "z": "\\u00e9"\n}\n`,
    );
  });

  it('replaces the cost that the marketplace reported and nothing beside it', () => {
    expect(
      splice('{"usage":{"cost":0.5,"cost_details":{"upstream_inference_cost":0.5}}}', { cost: '0.6' }),
    ).toBe('{"usage":{"cost":0.6,"cost_details":{"upstream_inference_cost":0.5}}}');
  });

  it.each([
    ['{"usage":{}}', '{"usage":{"cost":0.6}}'],
    ['{"usage":{ }, "z":1}', '{"usage":{"cost":0.6 }, "z":1}'],
    ['{"usage":{"a":1 \n}, "z":1}', '{"usage":{"a":1,"cost":0.6 \n}, "z":1}'],
    ['{"usage":{"co\\u0073t":1,"a":2}}', '{"usage":{"co\\u0073t":0.6,"a":2}}'],
    ['{"usage":{"a":"\\\\"}}', '{"usage":{"a":"\\\\","cost":0.6}}'],
    ['{"usage":{"a":"cost"}}', '{"usage":{"a":"cost","cost":0.6}}'],
    ['{"usage":{"a":{"cost":1}}}', '{"usage":{"a":{"cost":1},"cost":0.6}}'],
    ['{"usage":{"cost":1,"cost":2}}', '{"usage":{"cost":0.6,"cost":0.6}}'],
    ['{"usage":{"a":1},"usage":{"b":"é"}}', '{"usage":{"b":"é","cost":0.6},"usage":{"b":"é","cost":0.6}}'],
  ])('edits %s everywhere', (answer, expected) => {
    expect(splice(answer, { cost: '0.6' })).toBe(expected);
  });

  it('uses the estimate only when usage is absent or null', () => {
    const estimated =
      '"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3,"cost":0.000000000001}}';
    const usageCost = { cost: '0.000000000001', usageIfMissing: ESTIMATE };
    expect(splice('{"id":"x"}', usageCost)).toBe(`{"id":"x",${estimated}`);
    expect(splice('{"usage":null}', usageCost)).toBe(`{${estimated}`);
    expect(splice('{"usage":{"prompt_tokens":9}}', usageCost)).toBe(
      '{"usage":{"prompt_tokens":9,"cost":0.000000000001}}',
    );
  });

  it('writes no cost for a model without a known price', () => {
    const answer = Buffer.from('{"usage":{"prompt_tokens":9}}');
    expect(spliceUsageCost(answer, { cost: undefined, usageIfMissing: ESTIMATE })).toBe(answer);
    expect(splice('{}', { cost: undefined, usageIfMissing: ESTIMATE })).toBe(
      `{"usage":${JSON.stringify(ESTIMATE)}}`,
    );
  });

  it.each([
    ['{"usage":{"a":1,"cost":-3},"id":"x"}', '{"usage":{"a":1},"id":"x"}'],
    ['{"usage":{"cost":"1","a":1,"cost":2}}', '{"usage":{"a":1}}'],
    ['{"usage":{"co\\u0073t":1}}', '{"usage":{}}'],
    ['{"usage":{"a":{"cost":1}}}', '{"usage":{"a":{"cost":1}}}'],
  ])('takes the cost that nobody billed out of %s', (answer, expected) => {
    expect(splice(answer, { cost: undefined, usageIfMissing: ESTIMATE })).toBe(expected);
  });

  it.each(['3', '[]', '"text"', 'true'])('puts the estimate in the place of a usage of %s', (usage) => {
    const answer = `{"usage":${usage},"id":"x"}`;
    expect(splice(answer, { cost: '0.5', usageIfMissing: ESTIMATE })).toBe(
      '{"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3,"cost":0.5},"id":"x"}',
    );
    expect(splice(answer, { cost: '0.5' })).toBe('{"usage":{"cost":0.5},"id":"x"}');
    expect(splice(answer, { cost: undefined })).toBe(answer);
  });

  it('looks into a usage that is nested deep', () => {
    const deep = `${'['.repeat(200)}${']'.repeat(200)}`;
    expect(splice(`{"usage":{"d":${deep}}}`, { cost: '1' })).toBe(`{"usage":{"d":${deep},"cost":1}}`);
  });

  it.each(['<html>', '[]', '{"usage":{}'])('throws a typed error for %s', (answer) => {
    expect(() => splice(answer, { cost: '1' })).toThrow(JsonBytesError);
  });
});
