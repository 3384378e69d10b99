import { invalidRequest, notFound } from '../http/simulated-fault.js';
import { isPresent, isRecord, toRecord, toText, type JsonRecord } from '../json-value.js';
import { claudeModelRules, OPEN_MODEL_RULES, type ClaudeModelRules } from './claude-model-rules.js';
import { checkCacheMarks } from './check-cache-marks.js';
import { checkOutputSchema } from './check-output-schema.js';
import { checkThinking } from './check-thinking.js';
import { checkTools } from './check-tools.js';
import { checkTurns } from './check-turns.js';

/** Provider A itself, or an open-model host speaking its dialect: the host is lenient about models and new fields. */
export type MessagesFlavor = 'provider-a' | 'hosted';

const KNOWN_FIELDS = new Set(
  (
    'model messages max_tokens system metadata stop_sequences stream temperature top_p top_k tools tool_choice thinking ' +
    'service_tier container mcp_servers output_config output_format cache_control context_management speed ' +
    'inference_geo fallbacks'
  ).split(' '),
);
const STRICT_SAMPLING_VERSION = '2026-10-21';
const CONTACT = /^[^\s@]+@[^\s@]+\.[^\s@]+$|^\+?[\d\s().-]{7,20}$/;

/** Rules for the request's model. @throws SimulatedFault 404 when provider A has no such model. */
export function rulesFor(flavor: MessagesFlavor, model: string): ClaudeModelRules {
  if (flavor === 'hosted') return OPEN_MODEL_RULES;
  const rules = claudeModelRules(model);
  if (rules === undefined) throw notFound(`model: ${model}`);
  return rules;
}

/**
 * Refuses what provider A would refuse, in its words.
 * @throws SimulatedFault 400 or 404.
 */
export function validateMessagesRequest(
  flavor: MessagesFlavor,
  body: JsonRecord,
  call: { version: string; needsMaxTokens: boolean },
): void {
  if (typeof body.model !== 'string' || body.model === '') throw invalidRequest('model: Field required');
  const rules = rulesFor(flavor, body.model);
  if (flavor === 'provider-a') {
    const unknown = Object.keys(body).find((field) => !KNOWN_FIELDS.has(field));
    if (unknown !== undefined) throw invalidRequest(`${unknown}: Extra inputs are not permitted`);
  }
  if (call.needsMaxTokens) checkMaxTokens(body, rules);
  checkSystem(body.system);
  checkTurns(body, rules);
  checkSampling(body, rules, call.version);
  checkStops(body.stop_sequences);
  checkMetadata(body.metadata);
  checkTools(body, rules);
  checkThinking(body, rules);
  checkCacheMarks(body);
  checkOutputSchema(body);
  if (body.speed === 'fast' && !rules.servesFast)
    throw invalidRequest(`speed: fast is not offered on ${body.model}`);
}

function checkMaxTokens(body: JsonRecord, rules: ClaudeModelRules): void {
  const limit = body.max_tokens;
  if (!isPresent(limit)) throw invalidRequest('max_tokens: Field required');
  if (!Number.isInteger(limit)) throw invalidRequest('max_tokens: Input should be a valid integer');
  if (Number(limit) < 1) throw invalidRequest('max_tokens: Input should be greater than or equal to 1');
  if (Number(limit) > rules.maxOutputTokens) {
    throw invalidRequest(
      `max_tokens: ${Number(limit)} > ${rules.maxOutputTokens}, which is the maximum allowed number of output tokens for ` +
        toText(body.model),
    );
  }
}

function checkSystem(system: unknown): void {
  if (!isPresent(system) || typeof system === 'string') return;
  if (!Array.isArray(system)) throw invalidRequest('system: Input should be a valid string or list');
  for (const [index, value] of (system as unknown[]).entries()) {
    const block = toRecord(value);
    if (block.type !== 'text') throw invalidRequest(`system.${index}.type: Input should be 'text'`);
    if (toText(block.text) === '') throw invalidRequest('system: text content blocks must be non-empty');
  }
}

function checkSampling(body: JsonRecord, rules: ClaudeModelRules, version: string): void {
  const { temperature, top_p: topP, top_k: topK } = body;
  if (version === STRICT_SAMPLING_VERSION) {
    const given = ['temperature', 'top_p', 'top_k'].find((field) => isPresent(body[field]));
    if (given !== undefined)
      throw invalidRequest(`${given}: not supported with anthropic-version ${version}`);
  }
  for (const [field, value] of Object.entries({ temperature, top_p: topP })) {
    if (!isPresent(value)) continue;
    if (typeof value !== 'number' || value < 0 || value > 1) throw invalidRequest(`${field}: range: 0..1`);
  }
  const isUnusual =
    (isPresent(temperature) && temperature !== 1) ||
    (isPresent(topP) && Number(topP) < 0.99) ||
    isPresent(topK);
  if (!rules.takesSampling && isUnusual) {
    throw invalidRequest('`temperature`, `top_p` and `top_k` are not supported on this model.');
  }
  if (!rules.takesTemperatureWithTopP && isPresent(temperature) && isPresent(topP)) {
    throw invalidRequest(
      '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
    );
  }
}

function checkStops(stops: unknown): void {
  if (!isPresent(stops)) return;
  if (!Array.isArray(stops)) throw invalidRequest('stop_sequences: Input should be a valid list');
  for (const stop of stops as unknown[]) {
    if (typeof stop !== 'string' || stop.trim() === '') {
      throw invalidRequest('stop_sequences: each stop sequence must contain non-whitespace');
    }
  }
}

function checkMetadata(metadata: unknown): void {
  if (!isPresent(metadata)) return;
  if (!isRecord(metadata)) throw invalidRequest('metadata: Input should be a valid dictionary');
  const extra = Object.keys(metadata).find((key) => key !== 'user_id');
  if (extra !== undefined) throw invalidRequest(`metadata.${extra}: Extra inputs are not permitted`);
  if (CONTACT.test(toText(metadata.user_id).slice(0, 256))) {
    throw invalidRequest('metadata.user_id: must not look like an e-mail address or a phone number');
  }
}
