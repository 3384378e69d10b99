import type { CatalogModel, IdPrefixes } from '../catalog-model.js';
import { publicIdOf } from '../reading/read-catalog-model.js';
import type { Catalog } from '../catalog.js';
import { findChatModelInstead } from './find-chat-model-instead.js';
import { isChineseLabId } from '../judge-lab.js';
import type { CatalogueModelId, LocalModelId, MarketplaceModelId, ParsedModelId } from './parsed-model-id.js';
import { resolveVendorModel } from './resolve-vendor-model.js';

const MAX_ID_CHARS = 256;
const UNUSABLE_CHARACTER = /[\s\p{C}]/u;
const MARKETPLACE_ID = /^~?[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.+-]*(?::[\w.-]+)*$/;
const BARE_VENDOR_A = /^claude-/;
const BARE_VENDOR_B = /^(?:gpt-|chatgpt-|o\d+(?:-|$)|text-embedding-|codex-|computer-use-)/;
const EMBEDDING_FAMILY = /^text-embedding-/;
/** Provider B's lab publishes these weights under its own org; provider B does not serve them. */
const OPEN_WEIGHTS_OF_LAB_B = /^gpt-oss(?:-|$)/i;

/**
 * Reads what a caller wrote as `model` (contract sections 1 and 9, spec 4.2 to 4.5). Pure; every text gets an answer.
 *
 * The catalogue is asked for the id as written first; only then do prefixes count. Our prefixes and the names of the two
 * labs are read in any case and behind `~`, and an id behind one never reaches the marketplace: a variant, a made-up date
 * or a second org there is an unpriced id, so no spelling gets a provider's model at a price that is not the catalogue's.
 */
export function parseModelId(
  text: string,
  catalog: Catalog,
  prefixes: IdPrefixes = catalog.prefixes,
): ParsedModelId {
  if (text === '' || text === 'auto') return { kind: 'auto' };
  if (text.length > MAX_ID_CHARS)
    return { kind: 'invalid', reason: `is longer than ${MAX_ID_CHARS} characters` };
  if (UNUSABLE_CHARACTER.test(text))
    return { kind: 'invalid', reason: 'holds white space or control characters' };
  const openModel = catalog.findOpenModel(text);
  if (openModel) return openModelId(openModel);
  const slash = text.indexOf('/');
  const scope: Scope = { text, catalog, prefixes };
  if (slash < 0) return parseBareId(scope);
  return parseVariantOfOpenModel(scope) ?? parsePrefixedId(scope, slash) ?? parseMarketplaceId(scope);
}

interface Scope {
  readonly text: string;
  readonly catalog: Catalog;
  readonly prefixes: IdPrefixes;
}

function parseBareId(scope: Scope): ParsedModelId {
  const { text, catalog } = scope;
  if (text.startsWith('ft:')) return localId('fine-tuned', text, scope);
  if (text.includes(':')) {
    if (/^[^:]+:.*[^:]$/.test(text)) return localId('tagged', text, scope);
    return { kind: 'invalid', reason: 'has an empty name or tag' };
  }
  if (BARE_VENDOR_A.test(text) || catalog.findVendorModel('a', text)) return parseVendorId('a', text, scope);
  if (BARE_VENDOR_B.test(text) || catalog.findVendorModel('b', text)) return parseVendorId('b', text, scope);
  return {
    kind: 'unknown',
    id: text,
    ...hint(text, catalog),
    chineseLab: isChineseLabId(text, catalog.labs),
  };
}

function parseVariantOfOpenModel({ text, catalog }: Scope): ParsedModelId | undefined {
  const colon = text.indexOf(':');
  const model = colon < 0 ? undefined : catalog.findOpenModel(text.slice(0, colon));
  if (!model || !MARKETPLACE_ID.test(text)) return undefined;
  const chineseLab = model.chineseLab || isChineseLabId(text, catalog.labs);
  if (model.marketplaceId === undefined) {
    return {
      kind: 'unpriced',
      vendor: 'open',
      family: 'chat',
      publicId: text,
      useInstead: model.id,
      chineseLab,
    };
  }
  // The marketplace knows variants under its own spelling only.
  return {
    ...marketplaceId(text, chineseLab),
    upstreamId: model.marketplaceId + text.slice(colon),
    variantOf: model,
  };
}

function parsePrefixedId(scope: Scope, slash: number): ParsedModelId | undefined {
  const org = scope.text.slice(0, slash).replace(/^~/, '').toLowerCase();
  const rest = scope.text.slice(slash + 1);
  if (org === 'openai' && OPEN_WEIGHTS_OF_LAB_B.test(rest)) return undefined;
  if (org === scope.prefixes.a.toLowerCase()) return parseVendorId('a', rest, scope);
  if (org === scope.prefixes.b.toLowerCase()) return parseVendorId('b', rest, scope);
  if (org === 'anthropic') return parseVendorId('a', rest, scope);
  if (org === 'openai') return parseVendorId('b', rest, scope);
  return undefined;
}

function parseVendorId(vendor: 'a' | 'b', bareId: string, scope: Scope): ParsedModelId {
  const { text, catalog, prefixes } = scope;
  if (bareId === '') return { kind: 'invalid', reason: 'names no model after its prefix' };
  if (vendor === 'b' && bareId.startsWith('ft:')) return localId('fine-tuned', bareId, scope);
  const publicId = publicIdOf(vendor, bareId, prefixes);
  const chineseLab = isChineseLabId(text, catalog.labs);
  const model = resolveVendorModel(vendor, bareId, catalog);
  if (model) return vendorModelId(model, bareId, publicId);
  const useInstead = vendor === 'b' ? findChatModelInstead(bareId, catalog) : undefined;
  if (useInstead !== undefined)
    return { kind: 'responses-only', publicId, upstreamId: bareId, model: undefined, useInstead, chineseLab };
  const family = EMBEDDING_FAMILY.test(bareId) ? 'embedding' : 'chat';
  return { kind: 'unpriced', vendor, family, publicId, ...hint(bareId, catalog), chineseLab };
}

function parseMarketplaceId({ text, catalog }: Scope): ParsedModelId {
  const chineseLab = isChineseLabId(text, catalog.labs);
  if (MARKETPLACE_ID.test(text)) return marketplaceId(text, chineseLab);
  return { kind: 'unknown', id: text, ...hint(text, catalog), chineseLab };
}

function vendorModelId(model: CatalogModel, bareId: string, publicId: string): ParsedModelId {
  const { upstream, chineseLab } = model;
  if (model.kind === 'responses-only') {
    const useInstead = model.useInstead ?? model.id;
    return { kind: 'responses-only', publicId, upstreamId: bareId, model, useInstead, chineseLab };
  }
  return { kind: model.kind, upstream, upstreamId: bareId, publicId, model, chineseLab };
}

function openModelId(model: CatalogModel): CatalogueModelId {
  return {
    kind: model.kind === 'embedding' ? 'embedding' : 'chat',
    upstream: model.upstream,
    upstreamId: model.marketplaceId ?? model.bareId,
    publicId: model.id,
    model,
    chineseLab: model.chineseLab,
  };
}

function marketplaceId(text: string, chineseLab: boolean): MarketplaceModelId {
  return {
    kind: 'marketplace',
    upstream: 'marketplace',
    upstreamId: text,
    publicId: text,
    model: undefined,
    chineseLab,
  };
}

function localId(form: LocalModelId['form'], id: string, { catalog }: Scope): LocalModelId {
  return { kind: 'local', form, id, publicId: id, chineseLab: isChineseLabId(id, catalog.labs) };
}

/** The catalogue id that a near miss may have meant: a variant or `@date` cut off, dots for dashes, an open model without its org. */
function hint(id: string, catalog: Catalog): { useInstead?: string } {
  const stem = id.slice(id.lastIndexOf('/') + 1).replace(/[:@].*$/, '');
  const model =
    resolveVendorModel('a', stem, catalog) ??
    resolveVendorModel('a', stem.replaceAll('.', '-'), catalog) ??
    resolveVendorModel('b', stem, catalog) ??
    catalog.findOpenModelNamed(stem);
  return model && model.kind !== 'responses-only' ? { useInstead: model.id } : {};
}
