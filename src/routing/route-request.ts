import { chatPromptBytes } from '../billing/prompt-bytes.js';
import { InvalidRequestError } from '../lib/gateway-error.js';
import { findPriceOption } from '../surface/check-price-options.js';
import { scanBody } from '../surface/scan-body.js';
import { readBoolean, readString } from '../wire/json-bytes/read-member.js';
import type { TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';
import { checkMessageList } from '../wire/openai/check-message-list.js';
import { readChatView, viewOfTask } from '../wire/openai/read-chat-view.js';
import type { DecidedSurface, RouteQuestion } from './decision/decision.js';
import { readAsks } from './request-asks.js';
import { checkMessages, readMaxTokens, readReasoning, readSessionId } from './route-members.js';

const OPTIONAL = { nullIs: 'absent' } as const;

/**
 * Reads the body of `POST /api/v1/route` (spec 4.1; contract section 5): `messages` as on chat, or a bare `task`.
 * @throws InvalidRequestError (400) that names the field.
 */
export function readRouteRequest(bytes: Buffer): RouteQuestion {
  const scan = scanBody(bytes);
  const task = readString(scan, 'task', OPTIONAL);
  const messages = scan.find('messages');
  const hasMessages = messages !== undefined && messages.kind !== 'null';
  if (task !== undefined && hasMessages) throw bothError();
  if (task === undefined && !hasMessages) throw neitherError();
  if (task?.trim() === '')
    throw new InvalidRequestError({
      param: 'task',
      message: '`task` is empty. Send the text that a model is to work on.',
    });
  if (hasMessages) checkMessages(scan);
  const read = readChatView(scan);
  if (read.counts.unknown > 0) checkMessageList(scan);
  const { tools, hasCustomTools, responseFormat } = read;
  const view = task === undefined ? read : { ...viewOfTask(task), tools, hasCustomTools, responseFormat };
  return {
    surface: readSurface(scan),
    modelText: readString(scan, 'model', OPTIONAL) ?? '',
    view,
    asks: readAsks(scan, view),
    promptBytes: task === undefined ? chatPromptBytes(scan, view) : Buffer.byteLength(task),
    maxTokens: readMaxTokens(scan),
    reasoning: readReasoning(scan),
    refusal: findPriceOption(scan, 'chat'),
    // Body field only on this endpoint (spec 4.1).
    sessionId: readSessionId(scan, undefined),
    stream: readBoolean(scan, 'stream', OPTIONAL) ?? false,
    explain: true,
  };
}

/** Where the caller would send the request. */
function readSurface(scan: TopLevelMembers): DecidedSurface {
  const surface = readString(scan, 'surface', OPTIONAL) ?? 'chat';
  if (surface === 'chat' || surface === 'responses') return surface;
  throw new InvalidRequestError({
    param: 'surface',
    message: '`surface` must be `chat` or `responses`: where the request would be sent.',
  });
}

function bothError(): InvalidRequestError {
  return new InvalidRequestError({
    param: 'task',
    message: 'Both `messages` and `task` are given. Send one of them.',
  });
}

function neitherError(): InvalidRequestError {
  return new InvalidRequestError({
    param: 'messages',
    message:
      'Neither `messages` nor `task` is given. Send the conversation as `messages`, or a text as `task`.',
  });
}
