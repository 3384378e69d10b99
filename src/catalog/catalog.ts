import type { PicoUsd } from '../lib/money.js';
import type { CatalogModel, IdPrefixes } from './catalog-model.js';
import type { LabRules } from './judge-lab.js';

export interface DefaultRouterPreferences {
  /** Ids of catalogue models in order of preference, one list a tier. */
  readonly big: readonly string[];
  readonly medium: readonly string[];
  readonly small: readonly string[];
}

/** What the 400 for a Responses-only id of provider B names, beside the entries of the kind `responses-only`. */
export interface ResponsesOnlyRules {
  readonly useInstead: ReadonlyMap<string, string>;
  readonly fallback: string;
}

export interface CatalogContents {
  readonly models: readonly CatalogModel[];
  readonly prefixes: IdPrefixes;
  readonly labs: LabRules;
  readonly webSearchFeePicoUsd: PicoUsd;
  readonly defaultRouter: DefaultRouterPreferences;
  readonly responsesOnly: ResponsesOnlyRules;
}

/**
 * The models that the product knows and what it needs to judge the others. Immutable; built once at start by `loadCatalog`.
 * Ids of provider A and B are case-sensitive, ids of open models are found in any case.
 */
export class Catalog {
  readonly prefixes: IdPrefixes;
  readonly labs: LabRules;
  /** What one web search costs on top of its tokens, at the live and the batch rate alike. */
  readonly webSearchFeePicoUsd: PicoUsd;
  readonly defaultRouter: DefaultRouterPreferences;
  readonly responsesOnly: ResponsesOnlyRules;
  private readonly models: readonly CatalogModel[];
  private readonly byId = new Map<string, CatalogModel>();
  private readonly byBareId = { a: new Map<string, CatalogModel>(), b: new Map<string, CatalogModel>() };
  private readonly byOpenId = new Map<string, CatalogModel>();
  private readonly byOpenName = new Map<string, CatalogModel>();

  constructor(contents: CatalogContents) {
    this.models = contents.models;
    this.prefixes = contents.prefixes;
    this.labs = contents.labs;
    this.webSearchFeePicoUsd = contents.webSearchFeePicoUsd;
    this.defaultRouter = contents.defaultRouter;
    this.responsesOnly = contents.responsesOnly;
    for (const model of this.models) this.index(model);
  }

  /** Every entry in the order of the file. */
  list(): readonly CatalogModel[] {
    return this.models;
  }

  /** The entry of an id in any listed spelling: with our prefix, bare, an alias, an open model's hosted or marketplace id. */
  find(id: string): CatalogModel | undefined {
    return this.byId.get(id) ?? this.byBareId.a.get(id) ?? this.byBareId.b.get(id) ?? this.findOpenModel(id);
  }

  /** The entry of a bare id or alias of one provider. */
  findVendorModel(vendor: 'a' | 'b', bareId: string): CatalogModel | undefined {
    return this.byBareId[vendor].get(bareId);
  }

  /** The entry of an open model's hosted or marketplace id, in any case. */
  findOpenModel(id: string): CatalogModel | undefined {
    return this.byOpenId.get(id.toLowerCase());
  }

  /** The open model whose id ends in this name, in any case: for hints in messages, never for serving. */
  findOpenModelNamed(name: string): CatalogModel | undefined {
    return this.byOpenName.get(name.toLowerCase());
  }

  private index(model: CatalogModel): void {
    this.byId.set(model.id, model);
    if (model.vendor !== 'open') {
      for (const spelling of [model.bareId, ...model.aliases])
        this.byBareId[model.vendor].set(spelling, model);
      return;
    }
    for (const spelling of openSpellings(model)) {
      this.byOpenId.set(spelling, model);
      this.byOpenName.set(spelling.slice(spelling.indexOf('/') + 1), model);
    }
  }
}

/** Hosted id, marketplace id and aliases of an open model, in lower case, each once. */
export function openSpellings(model: CatalogModel): ReadonlySet<string> {
  const spellings = [
    model.bareId,
    ...(model.marketplaceId === undefined ? [] : [model.marketplaceId]),
    ...model.aliases,
  ];
  return new Set(spellings.map((spelling) => spelling.toLowerCase()));
}
