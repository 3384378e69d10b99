import { printExactJson } from '../../exact-json/print-exact-json.js';
import { isJsonObject, RawNumber, type JsonObject } from '../../exact-json/raw-json.js';
import { byteText, type ByteText } from './byte-text.js';

/** Chat's `usage` in the shape of Responses, `cost` as it was written. Counts that are absent are 0: clients need the totals. */
export function toResponsesUsage(usage: object): JsonObject {
  const fields = usage as JsonObject;
  const input = members(fields.prompt_tokens_details);
  const output = members(fields.completion_tokens_details);
  return {
    input_tokens: fields.prompt_tokens ?? 0,
    input_tokens_details: {
      cached_tokens: input.cached_tokens ?? 0,
      cache_write_tokens: input.cache_write_tokens ?? 0,
    },
    output_tokens: fields.completion_tokens ?? 0,
    output_tokens_details: { reasoning_tokens: output.reasoning_tokens ?? 0 },
    total_tokens: fields.total_tokens ?? total(fields.prompt_tokens, fields.completion_tokens),
    cost: fields.cost ?? undefined,
  };
}

/** The same as JSON; `null` for anything that is no object. @param cost JSON number, for usage of ours, which names none */
export function printResponsesUsage(usage: unknown, cost?: string): ByteText {
  if (!isJsonObject(usage)) return 'null';
  const shown = toResponsesUsage(usage);
  if (cost !== undefined) shown['cost'] = new RawNumber(cost);
  return byteText(printExactJson(shown));
}

function members(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function total(input: unknown, output: unknown): number {
  return (typeof input === 'number' ? input : 0) + (typeof output === 'number' ? output : 0);
}
