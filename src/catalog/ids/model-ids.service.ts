import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Catalog } from '../catalog.js';
import { parseModelId } from './parse-model-id.js';
import type { ParsedModelId } from './parsed-model-id.js';

const MAX_REMEMBERED_IDS = 4_000;
const MAX_REMEMBERED_LENGTH = 256;

/** Names that stand for ids. */
export type NamesForModels = ReadonlyMap<string, { readonly model: string }>;

/** What an id means, remembered: the catalogue never changes while a process runs. */
@Injectable()
export class ModelIds {
  private readonly parsed = new LRUCache<string, ParsedModelId>({ max: MAX_REMEMBERED_IDS });

  constructor(private readonly catalog: Catalog) {}

  parse(text: string): ParsedModelId {
    const known = this.parsed.get(text);
    if (known !== undefined) return known;
    const parsed = parseModelId(text, this.catalog);
    if (text.length <= MAX_REMEMBERED_LENGTH) this.parsed.set(text, parsed);
    return parsed;
  }

  /** The same for a caller with names of its own: only what is no id of anything else can be one, so that none ever hides a model. */
  parseNamed(text: string, names: NamesForModels): ParsedModelId {
    const parsed = this.parse(text);
    if (parsed.kind !== 'unknown' || names.size === 0) return parsed;
    const named = names.get(text);
    return named === undefined ? parsed : this.parse(named.model);
  }
}
