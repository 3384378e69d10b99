import { InvalidRequestError } from '../../../lib/gateway-error.js';
import { isJsonObject, type JsonObject } from '../../exact-json/raw-json.js';
import { readObject } from '../../openai/read-field.js';
import type { StrictBudget } from './strict-budget.js';
import { toStrictSchema } from './strict-schema.js';

/** What this gateway puts into `output_config` by itself. */
export interface OwnOutputConfig {
  readonly effort: string | undefined;
  /** From `response_format`. */
  readonly format: JsonObject | undefined;
}

/**
 * `output_config` in provider A's own words: the caller's members as they are, with the effort and the format that we
 * translated; `undefined` when there is nothing to say.
 * @throws InvalidRequestError when the caller asks for one format in `response_format` and for one here.
 */
export function toOutputConfig(
  body: JsonObject,
  { effort, format }: OwnOutputConfig,
): JsonObject | undefined {
  const given = readObject(body.output_config, 'output_config') ?? {};
  const native = readObject(given.format, 'output_config.format');
  if (native && asksForJson(body.response_format)) {
    throw new InvalidRequestError({
      param: 'output_config.format',
      message:
        '`output_config.format` and `response_format` both ask for a format: send one of them, `response_format` if other models are to understand it too.',
    });
  }
  const config = { ...given, effort, format: format ?? native };
  return Object.values(config).some((value) => value !== undefined) ? config : undefined;
}

/** A format that the caller wrote in provider A's words goes up as it is; what it asks for is not left for tools. */
export function countNativeFormat(config: JsonObject | undefined, budget: StrictBudget): void {
  const format = config?.['format'];
  const schema = isJsonObject(format) ? format['schema'] : undefined;
  const strict = isJsonObject(schema) ? toStrictSchema(schema) : undefined;
  if (strict !== undefined) budget.takeFormat(strict);
}

function asksForJson(responseFormat: unknown): boolean {
  const type = readObject(responseFormat, 'response_format')?.type;
  return type !== undefined && type !== 'text';
}
