import { sendEventStream } from '../http/send-event-stream.js';
import type { Exchange } from '../http/exchange.js';
import { SimulatedFault, invalidRequest } from '../http/simulated-fault.js';
import { toText, type JsonRecord } from '../json-value.js';
import type { SimulatorContext } from '../simulator-context.js';
import { makeMessageOutcome } from './message-outcome.js';
import { readMessagesSegments } from './read-messages-prompt.js';
import { renderMessage, streamMessage } from './render-message.js';
import { rulesFor, validateMessagesRequest, type MessagesFlavor } from './validate-messages-request.js';

const MAX_BODY_BYTES = 32 * 1_024 * 1_024;
const VERSIONS = ['2023-06-01', '2026-10-21'];
const DEFAULT_VERSION = '2023-06-01';

/** `x-api-key` or a bearer token, any value. @throws SimulatedFault 401. */
export function requireMessagesKey(exchange: Exchange): void {
  const isGiven =
    (exchange.header('x-api-key') ?? '') !== '' ||
    /^Bearer \S+$/i.test(exchange.header('authorization') ?? '');
  if (!isGiven) throw new SimulatedFault({ status: 401, message: 'x-api-key header is required' });
}

/** The caller's API version. @throws SimulatedFault 400 when provider A is called without a known one. */
export function readVersion(exchange: Exchange, flavor: MessagesFlavor): string {
  const version = exchange.header('anthropic-version');
  if (flavor === 'hosted') return version ?? DEFAULT_VERSION;
  if (version === undefined) throw invalidRequest('anthropic-version: header is required');
  if (!VERSIONS.includes(version)) {
    throw invalidRequest(
      `anthropic-version: "${version}" is not a valid version. Use one of ${VERSIONS.join(', ')}`,
    );
  }
  return version;
}

/** A whole message for a body, as batches need it. @throws SimulatedFault 400 or 404. */
export function answerMessagesBody(body: JsonRecord, version: string, context: SimulatorContext): JsonRecord {
  validateMessagesRequest('provider-a', body, { version, needsMaxTokens: true });
  const rules = rulesFor('provider-a', toText(body.model));
  return renderMessage(
    makeMessageOutcome(body, rules, { promptCache: context.promptCache, serviceTier: 'batch' }),
  );
}

/** `POST /v1/messages`, whole or streamed. @throws SimulatedFault 400, 404 or 413. */
export async function handleMessages(
  exchange: Exchange,
  flavor: MessagesFlavor,
  context: SimulatorContext,
): Promise<void> {
  const version = readVersion(exchange, flavor);
  const body = await exchange.readJson(MAX_BODY_BYTES);
  validateMessagesRequest(flavor, body, { version, needsMaxTokens: true });
  const rules = rulesFor(flavor, toText(body.model));
  const outcome = makeMessageOutcome(body, rules, {
    promptCache: context.promptCache,
    serviceTier: 'standard',
  });
  if (body.stream === true) {
    await sendEventStream(exchange, context.pacer, { headers: {}, frames: streamMessage(outcome) });
    return;
  }
  await context.pacer.beforeFirstByte(exchange.signal);
  exchange.sendJson(200, renderMessage(outcome));
}

/** `POST /v1/messages/count_tokens`. @throws SimulatedFault 400, 404 or 413. */
export async function handleCountTokens(exchange: Exchange): Promise<void> {
  const version = readVersion(exchange, 'provider-a');
  const body = await exchange.readJson(MAX_BODY_BYTES);
  validateMessagesRequest('provider-a', body, { version, needsMaxTokens: false });
  const tokens = readMessagesSegments(body).reduce((sum, segment) => sum + segment.tokens, 0);
  exchange.sendJson(200, { input_tokens: tokens });
}
