import { parseUsd, type PicoUsd } from '../../lib/money.js';
import { DEFAULT_ID_PREFIXES, type CatalogModel, type IdPrefixes } from '../catalog-model.js';
import {
  Catalog,
  openSpellings,
  type DefaultRouterPreferences,
  type ResponsesOnlyRules,
} from '../catalog.js';
import { FieldReader } from './field-reader.js';
import { compileLabRules, type LabRules } from '../judge-lab.js';
import { publicIdOf, readCatalogModel } from './read-catalog-model.js';

const SCHEMA_VERSION = 1;
const FAULTS_SHOWN = 20;

/** The catalogue file is wrong; the message has one line a fault, each naming the field, what it got and what it takes. */
export class CatalogFileError extends Error {
  constructor(readonly faults: readonly string[]) {
    const shown = faults.slice(0, FAULTS_SHOWN);
    if (faults.length > shown.length) shown.push(`and ${faults.length - shown.length} more`);
    super(`The model catalogue cannot be used:\n${shown.join('\n')}`);
    this.name = 'CatalogFileError';
  }
}

/**
 * Checks a parsed catalogue file as a whole and builds the catalogue. Prices in the file are USD per million tokens.
 * @throws CatalogFileError naming every fault.
 */
export function loadCatalog(json: unknown, prefixes: IdPrefixes = DEFAULT_ID_PREFIXES): Catalog {
  const faults: string[] = [];
  const reader = FieldReader.of(json, '', faults);
  checkHead(reader);
  const models = reader.objects('models').map((entry) => readCatalogModel(entry, prefixes));
  if (models.length === 0) reader.fault('models', 'lists no model');
  const contents = {
    models,
    prefixes,
    labs: readLabs(reader.object('chinese_labs')),
    webSearchFeePicoUsd: readSurcharge(reader.object('surcharges')),
    defaultRouter: readDefaultRouter(reader.object('default_router')),
    responsesOnly: readResponsesOnly(reader.object('responses_only')),
  };
  reader.refuseUnread();
  faults.push(...duplicateSpellings(models));
  // References are looked up only in a file that is sound so far: a broken entry would show up twice.
  if (faults.length > 0) throw new CatalogFileError(faults);
  const catalog = new Catalog(withPublicReferences(contents));
  const dangling = danglingReferences(catalog);
  if (dangling.length > 0) throw new CatalogFileError(dangling);
  return catalog;
}

function checkHead(reader: FieldReader): void {
  if (reader.wholeNumber('schema_version') !== SCHEMA_VERSION)
    reader.fault('schema_version', `takes ${SCHEMA_VERSION}`);
  reader.optionalText('as_of');
  reader.oneOf('currency', ['USD']);
  reader.oneOf('unit', ['per million tokens']);
}

function readLabs(reader: FieldReader): LabRules {
  const rules = compileLabRules({
    orgs: reader.texts('orgs'),
    unjudgeableOrgs: reader.texts('unjudgeable_orgs'),
    namesAnywhere: reader.texts('names_anywhere'),
    namesAtWordStart: reader.texts('names_at_word_start'),
    derivatives: reader.texts('derivatives'),
  });
  reader.refuseUnread();
  return rules;
}

function readSurcharge(reader: FieldReader): PicoUsd {
  const text = reader.optionalDecimal('web_search_usd') ?? '';
  reader.refuseUnread();
  try {
    const fee = parseUsd(text);
    if (fee >= 0n) return fee;
  } catch {
    // Falls through to the fault: the text is no amount.
  }
  reader.fault('web_search_usd', `is ${JSON.stringify(text)}, takes USD a search such as 0.01`);
  return 0n;
}

function readDefaultRouter(reader: FieldReader): DefaultRouterPreferences {
  const preferences = {
    big: reader.texts('big'),
    medium: reader.texts('medium'),
    small: reader.texts('small'),
  };
  reader.refuseUnread();
  return preferences;
}

function readResponsesOnly(reader: FieldReader): ResponsesOnlyRules {
  const rules = {
    useInstead: new Map(reader.object('use_instead').textEntries()),
    fallback: reader.text('fallback'),
  };
  reader.refuseUnread();
  return rules;
}

/** The file names models by their bare ids; the product by the ids that callers write. */
function withPublicReferences<
  T extends { models: readonly CatalogModel[]; prefixes: IdPrefixes } & References,
>(contents: T): T {
  const publicIds = new Map(contents.models.map((model) => [model.bareId, model.id]));
  const toPublic = (ids: readonly string[]) => ids.map((id) => publicIds.get(id) ?? id);
  const { defaultRouter, responsesOnly, prefixes } = contents;
  return {
    ...contents,
    defaultRouter: {
      big: toPublic(defaultRouter.big),
      medium: toPublic(defaultRouter.medium),
      small: toPublic(defaultRouter.small),
    },
    responsesOnly: {
      useInstead: new Map(
        [...responsesOnly.useInstead].map(([id, instead]) => [id, publicIdOf('b', instead, prefixes)]),
      ),
      fallback: publicIdOf('b', responsesOnly.fallback, prefixes),
    },
  };
}

interface References {
  defaultRouter: DefaultRouterPreferences;
  responsesOnly: ResponsesOnlyRules;
}

function duplicateSpellings(models: readonly CatalogModel[]): string[] {
  const seen = new Map<string, string>();
  return models.flatMap((model) => {
    const spellings =
      model.vendor === 'open' ? openSpellings(model) : new Set([model.id, model.bareId, ...model.aliases]);
    return [...spellings].flatMap((spelling) => {
      const owner = seen.get(spelling);
      seen.set(spelling, model.id);
      return owner === undefined
        ? []
        : [`models: ${JSON.stringify(spelling)} names both ${owner} and ${model.id}`];
    });
  });
}

function danglingReferences(catalog: Catalog): string[] {
  const { defaultRouter, responsesOnly } = catalog;
  const references: [string, string][] = [
    ...[...defaultRouter.big, ...defaultRouter.medium, ...defaultRouter.small].map(named('default_router')),
    ...[...responsesOnly.useInstead.values(), responsesOnly.fallback].map(named('responses_only')),
    ...catalog
      .list()
      .flatMap((model) => (model.useInstead === undefined ? [] : [named(model.id)(model.useInstead)])),
  ];
  return references
    .filter(([, id]) => catalog.find(id)?.kind !== 'chat')
    .map(([where, id]) => `${where}: ${JSON.stringify(id)} is no chat model of this file`);
}

function named(where: string): (id: string) => [string, string] {
  return (id) => [where, id];
}
