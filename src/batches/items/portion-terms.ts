import type { CatalogModel, ModelPrices } from '../../catalog/catalog-model.js';
import type { PicoUsd } from '../../lib/money.js';

/** The terms of a submission as its portions keep them: JSON, in which amounts and the parts of rates are texts of digits. */
export interface PortionTerms {
  /** By their ids in the catalogue. */
  readonly models: Readonly<Record<string, StoredModel>>;
  readonly web_search_fee_pico_usd: string;
}

type StoredModel = Omit<CatalogModel, 'prices'> & { readonly prices: object };

/** What a request is shaped, sent and billed by. */
export interface ItemTerms {
  readonly model: CatalogModel;
  readonly webSearchFeePicoUsd: PicoUsd;
}

/** Where terms are looked up that no portion keeps. */
export interface CurrentTerms {
  find(modelId: string): CatalogModel | undefined;
  readonly webSearchFeePicoUsd: PicoUsd;
}

export function printTerms(models: Iterable<CatalogModel>, webSearchFeePicoUsd: PicoUsd): PortionTerms {
  const stored = [...models].map((model) => [model.id, printModel(model)] as const);
  return { models: Object.fromEntries(stored), web_search_fee_pico_usd: webSearchFeePicoUsd.toString() };
}

/**
 * The terms of a model in a portion: the prices of its submission, and how it is called as the catalogue says now, or said then
 * when it no longer holds it. A portion of before keeps none: for it the catalogue speaks.
 * @throws Error when neither knows the model
 */
export function readTerms(terms: PortionTerms | null, modelId: string, current: CurrentTerms): ItemTerms {
  const found = current.find(modelId);
  const stored = terms?.models[modelId];
  if (terms !== null && stored !== undefined) {
    const prices = fromTexts(stored.prices) as ModelPrices;
    const model: CatalogModel = { ...(found ?? stored), prices };
    return { model, webSearchFeePicoUsd: BigInt(terms.web_search_fee_pico_usd) };
  }
  if (found === undefined)
    throw new Error(`the catalogue no longer holds ${modelId}, which a batch is billed by`);
  return { model: found, webSearchFeePicoUsd: current.webSearchFeePicoUsd };
}

function printModel(model: CatalogModel): StoredModel {
  return { ...model, prices: toTexts(model.prices) as object };
}

/** Prices hold amounts (whole numbers of any size), bounds (numbers), and lists and objects of them; no texts. */
function toTexts(value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : mapMembers(value, toTexts);
}

function fromTexts(value: unknown): unknown {
  return typeof value === 'string' ? BigInt(value) : mapMembers(value, fromTexts);
}

function mapMembers(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, change(member)]));
}
