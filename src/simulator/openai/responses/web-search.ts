import type { SimulatedPrompt } from '../../answers/simulated-prompt.js';
import type { JsonRecord } from '../../json-value.js';

const ASKS_FOR_THE_WEB =
  /\b(?:search|look|browse|check|find)\w*\b[^.\n]{0,60}\b(?:web|internet|online|news)\b|\b(?:web|internet|google) search\b/i;
const MAX_QUERY_CHARS = 120;
const SOURCE = 'https://example.com/simulated';

/** Whether a careful model searches: it was asked to, or it must. */
export function wantsSearch({ toolChoice, toolResults, lastUserText }: SimulatedPrompt): boolean {
  if (toolChoice.kind === 'none' || toolResults.length > 0) return false;
  if (toolChoice.kind === 'named') return toolChoice.name.startsWith('web_search');
  return ASKS_FOR_THE_WEB.test(lastUserText);
}

export function searchItem(id: string, question: string): JsonRecord {
  const query = question.slice(0, MAX_QUERY_CHARS);
  return {
    id,
    type: 'web_search_call',
    status: 'completed',
    action: { type: 'search', query, queries: [query] },
  };
}

/** A source for the whole of a text. */
export function citationOf(text: string): JsonRecord {
  return {
    type: 'url_citation',
    start_index: 0,
    end_index: Array.from(text).length,
    title: 'A simulated source',
    url: SOURCE,
  };
}
