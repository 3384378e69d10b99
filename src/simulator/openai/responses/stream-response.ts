import { splitPieces } from '../../answers/split-pieces.js';
import { toList, toRecord, toText, type JsonRecord } from '../../json-value.js';
import { FAILURE, renderHead, renderResponse } from './render-response.js';
import type { ResponsesOutcome } from './responses-outcome.js';

type Event = JsonRecord & { type: string };

const LAST = {
  completed: 'response.completed',
  incomplete: 'response.incomplete',
  failed: 'response.failed',
};
const PADDING = 'simulated-padding';

/** The events of an answer as frames, numbered from 0 without a gap. */
export function* streamResponse(outcome: ResponsesOutcome): Generator<string> {
  const isPadded = toRecord(outcome.body.stream_options).include_obfuscation !== false;
  let number = 0;
  for (const { type, ...members } of eventsOf(outcome)) {
    const padding =
      isPadded && 'delta' in members ? { obfuscation: PADDING.slice(0, 1 + (number % 16)) } : {};
    const data = { type, sequence_number: number, ...members, ...padding };
    yield `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
    number += 1;
  }
}

function* eventsOf(outcome: ResponsesOutcome): Generator<Event> {
  const response = renderHead(outcome, 'in_progress');
  yield { type: 'response.created', response };
  yield { type: 'response.in_progress', response };
  for (const [output_index, item] of outcome.output.entries()) {
    yield { type: 'response.output_item.added', output_index, item: begun(item) };
    yield* eventsOfItem(item, { item_id: item.id, output_index });
    yield { type: 'response.output_item.done', output_index, item };
  }
  if (outcome.status === 'failed') yield { type: 'error', ...FAILURE, param: null };
  yield { type: LAST[outcome.status], response: renderResponse(outcome) };
}

/** An item as it is opened: what comes in deltas is empty, and nothing is sealed yet. */
function begun({ encrypted_content: _, ...item }: JsonRecord): JsonRecord {
  switch (item.type) {
    case 'message':
      return { ...item, status: 'in_progress', content: [] };
    case 'function_call':
      return { ...item, status: 'in_progress', arguments: '' };
    case 'custom_tool_call':
      return { ...item, status: 'in_progress', input: '' };
    case 'web_search_call': {
      const { action: __, ...search } = item;
      return { ...search, status: 'in_progress' };
    }
    default:
      return { ...item, summary: [] };
  }
}

interface Place extends JsonRecord {
  readonly item_id: unknown;
  readonly output_index: number;
}

function* eventsOfItem(item: JsonRecord, place: Place): Generator<Event> {
  switch (item.type) {
    case 'message':
      for (const [content_index, part] of toList(item.content).entries())
        yield* eventsOfPart(toRecord(part), { ...place, content_index });
      return;
    case 'function_call':
      yield* deltas('response.function_call_arguments', 'arguments', toText(item.arguments), place);
      return;
    case 'custom_tool_call':
      yield* deltas('response.custom_tool_call_input', 'input', toText(item.input), place);
      return;
    case 'web_search_call':
      for (const step of ['in_progress', 'searching', 'completed'])
        yield { type: `response.web_search_call.${step}`, ...place };
      return;
    default:
      for (const [summary_index, part] of toList(item.summary).entries())
        yield* eventsOfSummary(toRecord(part), { ...place, summary_index });
  }
}

function* eventsOfPart(part: JsonRecord, place: Place): Generator<Event> {
  const isRefusal = part.type === 'refusal';
  const empty = isRefusal ? { ...part, refusal: '' } : { ...part, text: '', annotations: [] };
  yield { type: 'response.content_part.added', ...place, part: empty };
  if (isRefusal) yield* deltas('response.refusal', 'refusal', toText(part.refusal), place);
  else yield* eventsOfText(part, place);
  yield { type: 'response.content_part.done', ...place, part };
}

function* eventsOfText(part: JsonRecord, place: Place): Generator<Event> {
  const text = toText(part.text);
  for (const delta of splitPieces(text))
    yield { type: 'response.output_text.delta', ...place, delta, logprobs: [] };
  for (const [annotation_index, annotation] of toList(part.annotations).entries())
    yield { type: 'response.output_text.annotation.added', ...place, annotation_index, annotation };
  yield { type: 'response.output_text.done', ...place, text, logprobs: [] };
}

function* eventsOfSummary(part: JsonRecord, place: Place): Generator<Event> {
  yield { type: 'response.reasoning_summary_part.added', ...place, part: { ...part, text: '' } };
  yield* deltas('response.reasoning_summary_text', 'text', toText(part.text), place);
  yield { type: 'response.reasoning_summary_part.done', ...place, part };
}

function* deltas(type: string, name: string, text: string, place: Place): Generator<Event> {
  for (const delta of splitPieces(text)) yield { type: `${type}.delta`, ...place, delta };
  yield { type: `${type}.done`, ...place, [name]: text };
}
