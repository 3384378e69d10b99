import type { AnswerPart } from '../../../translate/answer/parts-in-order.js';
import { bytesOfPieces } from '../byte-text.js';
import { ChatDeltas } from './chat-deltas.js';
import { OutputItems } from './output-items.js';
import type { BuiltResponse, ResponseEcho } from '../response-echo.js';
import { endingOf, endOf } from './response-end.js';
import { NO_EVENTS } from '../response-events.js';
import { ResponseFrame } from '../response-frame.js';
import { printResponsesUsage } from '../responses-usage.js';

/**
 * The response object of a whole chat completion (wire notes of Responses 4), with its cost when that is in the usage already.
 * @param chat a JSON object; it was scanned before
 * @param parts what it says, where its order is another than that of a chat message
 */
export function chatToResponse(
  chat: Buffer,
  echo: ResponseEcho,
  parts?: readonly AnswerPart[],
): BuiltResponse {
  const items = new OutputItems(NO_EVENTS, echo);
  const answer = new ChatDeltas(items, 'message');
  const { chunk } = answer;
  chunk.readWhole(chat);
  const finishReason = chunk.parse(chunk.finishReason);
  const end = endOf(typeof finishReason === 'string' ? finishReason : undefined);
  if (parts === undefined) answer.addWhole();
  else answer.addParts(parts);
  items.finish(endingOf(end));

  const frame = new ResponseFrame(echo, 'as-sent');
  const state = {
    status: end.status,
    completedAt: end.status === 'completed' ? echo.nowSeconds() : undefined,
    incompleteReason: end.reason,
    usage: printResponsesUsage(chunk.parse(chunk.usage)),
    serviceTier: chunk.text(chunk.serviceTier),
  };
  const whole = items.print('shown');
  const kept = bytesOfPieces(frame.print(state, whole));
  const output = echo.showEncrypted ? whole : items.print('hidden');
  const shown = output === whole ? kept : bytesOfPieces(frame.print(state, output));
  return { shown, kept, status: end.status, mayHoldEncrypted: shown !== kept };
}
