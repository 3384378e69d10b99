import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Catalog } from './catalog.js';
import { parseModelId } from './parse-model-id.js';
import type { ParsedModelId } from './parsed-model-id.js';

const MAX_REMEMBERED_IDS = 4_000;
const MAX_REMEMBERED_LENGTH = 256;

/** What an id means, remembered: the catalogue never changes while a process runs. */
@Injectable()
export class ModelIds {
  private readonly parsed = new LRUCache<string, ParsedModelId>({ max: MAX_REMEMBERED_IDS });

  constructor(@Inject(Catalog) private readonly catalog: Catalog) {}

  parse(text: string): ParsedModelId {
    const known = this.parsed.get(text);
    if (known !== undefined) return known;
    const parsed = parseModelId(text, this.catalog);
    if (text.length <= MAX_REMEMBERED_LENGTH) this.parsed.set(text, parsed);
    return parsed;
  }
}
