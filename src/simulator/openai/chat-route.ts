import { sendEventStream } from '../http/send-event-stream.js';
import type { Exchange } from '../http/exchange.js';
import { toRecord, type JsonRecord } from '../json-value.js';
import type { SimulatorContext } from '../simulator-context.js';
import type { ChatFlavor } from './chat-flavor.js';
import { makeChatOutcome, type ChatOutcome } from './chat-outcome.js';
import { renderCompletion } from './render-completion.js';
import { streamCompletion } from './stream-completion.js';
import { validateChatRequest } from './validate-chat-request.js';

const MAX_BODY_BYTES = 64 * 1_024 * 1_024;
const MARKETPLACE_PREAMBLE = ': OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n';

/** A whole completion for a body, as batches need it. @throws SimulatedFault 400 or 404. */
export function answerChatBody(flavor: ChatFlavor, body: JsonRecord, context: SimulatorContext): JsonRecord {
  return renderCompletion(makeValidOutcome(flavor, body, context));
}

/** `POST /chat/completions`, whole or streamed. @throws SimulatedFault 400, 404 or 413. */
export async function handleChat(
  exchange: Exchange,
  flavor: ChatFlavor,
  context: SimulatorContext,
): Promise<void> {
  const body = await exchange.readJson(MAX_BODY_BYTES);
  const outcome = makeValidOutcome(flavor, body, context);
  if (body.stream === true) {
    const includeUsage = toRecord(body.stream_options).include_usage === true;
    await sendEventStream(exchange, context.pacer, {
      headers: generationHeaders(outcome),
      preamble: flavor === 'marketplace' ? MARKETPLACE_PREAMBLE : undefined,
      frames: streamCompletion(outcome, includeUsage),
    });
    return;
  }
  await context.pacer.beforeFirstByte(exchange.signal);
  exchange.sendJson(200, renderCompletion(outcome), generationHeaders(outcome));
}

function makeValidOutcome(flavor: ChatFlavor, body: JsonRecord, context: SimulatorContext): ChatOutcome {
  validateChatRequest(flavor, body);
  return makeChatOutcome(flavor, body, { promptCache: context.promptCache, now: context.clock.now() });
}

function generationHeaders(outcome: ChatOutcome): Record<string, string> {
  return outcome.flavor === 'marketplace' ? { 'x-generation-id': outcome.id } : {};
}
