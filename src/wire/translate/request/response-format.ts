import { InvalidRequestError } from '../../../lib/gateway-error.js';
import type { AnthropicModelRules } from '../../anthropic/model-rules.js';
import type { JsonObject } from '../../exact-json/raw-json.js';
import { printExactJson } from '../../exact-json/print-exact-json.js';
import { readObject, requireObject } from '../../openai/read-field.js';
import type { StrictBudget } from './strict-budget.js';
import { toStrictSchema } from './strict-schema.js';

export interface TranslatedFormat {
  /** `output_config.format`. */
  readonly format?: JsonObject;
  /** A system block that asks for JSON in words, where provider A has no mode for it. */
  readonly instruction?: string;
}

const JSON_OBJECT_INSTRUCTION =
  'Answer with a single JSON object and nothing else: no introduction, no explanation, no code fence.';

/**
 * Translates `response_format` (wire notes 1.2, 1.6). A schema that provider A cannot hold, or a model without structured
 * outputs, gets the instruction with the schema in it; the answer is then not guaranteed by the provider. `budget`: what strict
 * tools may still ask for afterwards.
 * @throws InvalidRequestError for an unknown type.
 */
export function translateResponseFormat(
  body: JsonObject,
  rules: AnthropicModelRules,
  budget: StrictBudget,
): TranslatedFormat {
  const format = readObject(body.response_format, 'response_format');
  switch (format?.type) {
    case undefined:
    case 'text':
      return {};
    case 'json_object':
      return { instruction: JSON_OBJECT_INSTRUCTION };
    case 'json_schema':
      return translateSchema(format, rules, budget);
    default:
      throw new InvalidRequestError({
        param: 'response_format.type',
        message: '`response_format.type` must be "text", "json_object" or "json_schema".',
      });
  }
}

function translateSchema(
  format: JsonObject,
  rules: AnthropicModelRules,
  budget: StrictBudget,
): TranslatedFormat {
  const wrapper = requireObject(format.json_schema, 'response_format.json_schema');
  const schema = readObject(wrapper.schema, 'response_format.json_schema.schema');
  if (!schema) return { instruction: JSON_OBJECT_INSTRUCTION };
  const strict = rules.structuredOutputs ? toStrictSchema(schema) : undefined;
  if (strict !== undefined && budget.takeFormat(strict))
    return { format: { type: 'json_schema', schema: strict.schema } };
  return { instruction: schemaInstruction(schema) };
}

function schemaInstruction(schema: JsonObject): string {
  const lead =
    schema.type === 'object' || schema.properties !== undefined
      ? JSON_OBJECT_INSTRUCTION
      : 'Answer with a single JSON value and nothing else.';
  return `${lead} It must match this JSON schema:\n${printExactJson(schema)}`;
}
