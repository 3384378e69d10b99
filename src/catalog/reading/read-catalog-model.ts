import {
  UPSTREAM_IDS,
  type CatalogModel,
  type IdPrefixes,
  type ModelCapabilities,
  type ModelVendor,
  type ReasoningFacts,
} from '../catalog-model.js';
import type { FieldReader } from './field-reader.js';
import { readModelPrices } from './read-model-prices.js';

/** Reads one entry of `models` and checks that its parts agree with each other. */
export function readCatalogModel(reader: FieldReader, prefixes: IdPrefixes): CatalogModel {
  const bareId = reader.text('id');
  const vendor = reader.oneOf('vendor', ['a', 'b', 'open']);
  const marketplaceId = reader.optionalText('marketplace_id');
  const useInstead = reader.optionalText('use_instead');
  const model: CatalogModel = {
    id: publicIdOf(vendor, bareId, prefixes),
    bareId,
    aliases: reader.texts('aliases'),
    kind: reader.oneOf('kind', ['chat', 'responses-only', 'embedding']),
    vendor,
    upstream: reader.oneOf('upstream', UPSTREAM_IDS),
    ...(marketplaceId !== undefined && { marketplaceId }),
    lab: reader.text('lab'),
    chineseLab: reader.flag('chinese_lab'),
    priceBasis: reader.oneOf('price_basis', ['catalogue', 'reported']),
    prices: readModelPrices(reader.object('prices')),
    contextWindow: reader.wholeNumber('context_window'),
    maxOutput: reader.wholeNumber('max_output'),
    reasoning: readReasoning(reader.object('reasoning')),
    capabilities: readCapabilities(reader.object('capabilities')),
    surfaces: reader.manyOf('surfaces', ['chat', 'messages', 'embeddings', 'batch']),
    ...(useInstead !== undefined && { useInstead: publicIdOf(vendor, useInstead, prefixes) }),
    status: reader.text('status'),
  };
  reader.refuseUnread();
  checkAgreement(model, reader);
  return model;
}

/** The id a caller would write for a bare id. */
export function publicIdOf(vendor: ModelVendor, bareId: string, prefixes: IdPrefixes): string {
  return vendor === 'open' ? bareId : `${prefixes[vendor]}/${bareId}`;
}

function readReasoning(reader: FieldReader): ReasoningFacts {
  const offEffort = reader.optionalText('off_effort');
  const offThinkingType = reader.optionalOneOf('off_thinking_type', ['disabled', 'between_tools']);
  const facts: ReasoningFacts = {
    kind: reader.oneOf('kind', ['none', 'switch', 'effort', 'always', 'fixed']),
    canBeOff: reader.flag('can_be_off'),
    efforts: reader.texts('efforts'),
    ...(offEffort !== undefined && { offEffort }),
    defaultOn: reader.flag('default_on'),
    ...(offThinkingType !== undefined && { offThinkingType }),
    acceptsBudget: reader.optionalFlag('accepts_budget') ?? false,
  };
  reader.refuseUnread();
  return facts;
}

function readCapabilities(reader: FieldReader): ModelCapabilities {
  const capabilities: ModelCapabilities = {
    vision: reader.flag('vision'),
    pdf: reader.flag('pdf'),
    tools: reader.flag('tools'),
    jsonSchema: reader.flag('json_schema'),
    sampling: reader.flag('sampling'),
    forcedToolChoice: reader.flag('forced_tool_choice'),
    prefill: reader.flag('prefill'),
    audio: reader.optionalFlag('audio') ?? false,
    customTools: reader.optionalFlag('custom_tools') ?? true,
    verbosity: reader.optionalFlag('verbosity') ?? true,
  };
  reader.refuseUnread();
  return capabilities;
}

function checkAgreement(model: CatalogModel, reader: FieldReader): void {
  const isOrgId = /^[^/]+\/[^/]+$/.test(model.bareId);
  if ((model.vendor === 'open') !== isOrgId) {
    reader.fault('id', 'an open model is <org>/<model>; a model of provider a or b has no slash');
  }
  checkUpstream(model, reader);
  const sellsBatch = model.surfaces.includes('batch');
  if (sellsBatch !== (model.prices.batch !== undefined)) {
    reader.fault('surfaces', 'batch and prices.batch_multiplier go together');
  }
  if ((model.kind === 'responses-only') !== (model.useInstead !== undefined)) {
    reader.fault('use_instead', 'belongs to the kind responses-only, and is required there');
  }
  // A batch holds requests of every kind.
  const chatty = model.surfaces.some((surface) => surface === 'chat' || surface === 'messages');
  if (
    chatty !== (model.kind === 'chat') ||
    model.surfaces.includes('embeddings') !== (model.kind === 'embedding')
  ) {
    reader.fault('surfaces', `do not fit the kind ${model.kind}`);
  }
}

function checkUpstream(model: CatalogModel, reader: FieldReader): void {
  const own = { a: ['provider_a'], b: ['provider_b'], open: ['marketplace', 'hosted'] }[model.vendor];
  if (!own.includes(model.upstream))
    reader.fault('upstream', `takes ${own.join(' or ')} for vendor ${model.vendor}`);
  if ((model.upstream === 'marketplace') !== (model.marketplaceId !== undefined)) {
    reader.fault('marketplace_id', 'belongs to the upstream marketplace, and is required there');
  }
  if (model.priceBasis === 'reported' && model.upstream !== 'marketplace') {
    reader.fault('price_basis', 'only the marketplace reports what a call cost');
  }
}
