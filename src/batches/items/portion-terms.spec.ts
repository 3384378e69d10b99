import { describe, expect, it } from 'vitest';
import { readCatalogFile } from '../../catalog/reading/read-catalog-file.js';
import { printTerms, readTerms, type PortionTerms } from './portion-terms.js';

const catalog = readCatalogFile();
const stored = (terms: PortionTerms) => JSON.parse(JSON.stringify(terms)) as PortionTerms;
const nothing = { find: () => undefined, webSearchFeePicoUsd: 5n };
const batchModels = catalog.list().filter(({ prices }) => prices.batch !== undefined);

describe('the terms of a portion', () => {
  it('give every model back as it was, to the last decimal, from JSON', () => {
    const terms = stored(printTerms(batchModels, catalog.webSearchFeePicoUsd));
    expect(batchModels.length).toBeGreaterThan(10);
    for (const model of batchModels)
      expect(readTerms(terms, model.id, nothing)).toEqual({
        model,
        webSearchFeePicoUsd: catalog.webSearchFeePicoUsd,
      });
  });

  it('keep their prices when the catalogue changes them, and take from it how the model is called', () => {
    const [model] = batchModels;
    if (model === undefined) throw new Error('no model');
    const terms = stored(printTerms([model], 1n));
    const changed = { ...model, prices: { input: 1n, output: 1n, tiers: [] }, maxOutput: 7 };
    const read = readTerms(terms, model.id, { find: () => changed, webSearchFeePicoUsd: 9n });
    expect(read).toEqual({ model: { ...changed, prices: model.prices }, webSearchFeePicoUsd: 1n });
  });

  it('that were not kept are those of the catalogue', () => {
    const [model] = batchModels;
    if (model === undefined) throw new Error('no model');
    expect(readTerms(null, model.id, catalog).model).toBe(model);
    expect(() => readTerms(null, model.id, nothing)).toThrow(model.id);
  });
});
