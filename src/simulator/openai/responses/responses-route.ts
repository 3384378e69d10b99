import type { Exchange } from '../../http/exchange.js';
import { sendEventStream } from '../../http/send-event-stream.js';
import type { JsonRecord } from '../../json-value.js';
import type { SimulatorContext } from '../../simulator-context.js';
import { renderResponse } from './render-response.js';
import { makeResponsesOutcome, type ResponsesOutcome } from './responses-outcome.js';
import { streamResponse } from './stream-response.js';
import { validateResponsesRequest } from './validate-responses-request.js';

const MAX_BODY_BYTES = 64 * 1_024 * 1_024;

/** A whole response for a body, as batches need it. @throws SimulatedFault 400 or 404. */
export function answerResponsesBody(body: JsonRecord, context: SimulatorContext): JsonRecord {
  return renderResponse(makeValidOutcome(body, context));
}

/** `POST /responses`, whole or streamed. @throws SimulatedFault 400, 404 or 413. */
export async function handleResponses(exchange: Exchange, context: SimulatorContext): Promise<void> {
  const body = await exchange.readJson(MAX_BODY_BYTES);
  const outcome = makeValidOutcome(body, context);
  if (body.stream === true) {
    await sendEventStream(exchange, context.pacer, { headers: {}, frames: streamResponse(outcome) });
    return;
  }
  await context.pacer.beforeFirstByte(exchange.signal);
  exchange.sendJson(200, renderResponse(outcome));
}

function makeValidOutcome(body: JsonRecord, context: SimulatorContext): ResponsesOutcome {
  validateResponsesRequest(body);
  return makeResponsesOutcome(body, { promptCache: context.promptCache, now: context.clock.now() });
}
