import type { CatalogModel } from '../../catalog/catalog-model.js';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import type { Steps } from '../../lib/steps.js';
import type { AnthropicModelRules } from '../../wire/anthropic/model-rules.js';
import { parseExactJson } from '../../wire/exact-json/parse-exact-json.js';
import { parseInSteps } from '../../wire/exact-json/parse-in-steps.js';
import { isJsonObject, type JsonObject } from '../../wire/exact-json/raw-json.js';
import { LARGE_DOCUMENT_BYTES } from '../../wire/json-bytes/scan-top-level.js';
import { REASONING_FIELDS } from '../../wire/openai/read-reasoning-control.js';
import { translateChatRequest } from '../../wire/translate/request/openai-to-anthropic-request.js';
import { refuseLargeSchemas } from '../../wire/translate/request/refuse-large-schemas.js';
import type { ChatShapeInput, ShapedChat } from './chat-shape.js';

/** Ids that no rule knows are taken for the newest generation. */
const NEWEST_MAX_OUTPUT = 128_000;

/** Translates a chat request to provider A's Messages API (wire notes 1). */
export function* shapeForProviderA(input: ChatShapeInput): Steps<ShapedChat> {
  const { scan, target, thinkingOff, withoutThinking, isForeignThinking } = input;
  yield* refuseLargeSchemas(scan);
  const body = scan.bytes.length < LARGE_DOCUMENT_BYTES ? parseAtOnce(scan.bytes) : yield* parseInSteps(scan);
  yield;
  if (thinkingOff === 'forced') forgetControls(body);
  const { bytes, toolChoiceChanged, ownThinkingOff, legacyFunctions } = yield* translateChatRequest({
    body,
    model: target.upstreamModelId,
    rules: anthropicRules(target.model),
    maxOutput: target.model?.maxOutput ?? NEWEST_MAX_OUTPUT,
    thinking: thinkingOff === 'no' ? 'caller' : 'off',
    thinkingBlocks: withoutThinking === true ? 'strip' : 'keep',
    isForeignThinking,
  });
  return { body: bytes, toolChoiceChanged, ownThinkingOff, legacyFunctions };
}

function parseAtOnce(bytes: Buffer): JsonObject {
  const body = parseExactJson(bytes.toString('utf8'));
  if (!isJsonObject(body)) throw new InvalidRequestError({ message: 'The body must be a JSON object.' });
  return body;
}

/** What the caller said about thinking used up his whole answer, so it no longer holds. */
function forgetControls(body: JsonObject): void {
  for (const name of REASONING_FIELDS) Reflect.deleteProperty(body, name);
  const output = body['output_config'];
  if (isJsonObject(output)) Reflect.deleteProperty(output, 'effort');
}

/** What the catalogue knows of a model of provider A, as the translation asks it. */
export function anthropicRules(model: CatalogModel | undefined): AnthropicModelRules {
  if (model === undefined) {
    return {
      acceptsSampling: false,
      acceptsForcedToolChoice: false,
      acceptsBudgetThinking: false,
      acceptsPrefill: false,
      structuredOutputs: true,
      thinkingDefault: 'always',
    };
  }
  const { capabilities, reasoning } = model;
  return {
    acceptsSampling: capabilities.sampling,
    acceptsForcedToolChoice: capabilities.forcedToolChoice,
    acceptsBudgetThinking: reasoning.acceptsBudget,
    acceptsPrefill: capabilities.prefill,
    structuredOutputs: capabilities.jsonSchema,
    thinkingDefault: reasoning.kind === 'always' ? 'always' : reasoning.defaultOn ? 'on' : 'off',
    thinkingOff: reasoning.offThinkingType,
    // Only where the contract wants a stand-in for off: models that always think but take grades.
    lowestEffort: reasoning.kind === 'always' ? reasoning.efforts[0] : undefined,
  };
}
