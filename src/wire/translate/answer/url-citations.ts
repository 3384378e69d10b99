import { isJsonObject } from '../../exact-json/raw-json.js';
import type { JsonObject } from '../../exact-json/raw-json.js';

/**
 * `message.annotations` for citations of web results (wire notes 2.1). Positions are UTF-16 offsets of the cited text
 * block in `message.content`. Citations of documents have no equivalent and are passed over.
 */
export function toUrlCitations(blocks: readonly JsonObject[]): JsonObject[] {
  const annotations: JsonObject[] = [];
  let start = 0;
  for (const { type, text, citations } of blocks) {
    if (type !== 'text' || typeof text !== 'string') continue;
    const end = start + text.length;
    for (const citation of Array.isArray(citations) ? citations.filter(isJsonObject) : []) {
      if (citation.type !== 'web_search_result_location' || typeof citation.url !== 'string') continue;
      const title = typeof citation.title === 'string' ? citation.title : '';
      annotations.push({
        type: 'url_citation',
        url_citation: { start_index: start, end_index: end, url: citation.url, title },
      });
    }
    start = end;
  }
  return annotations;
}
