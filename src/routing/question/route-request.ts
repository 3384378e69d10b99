import { chatPromptBytes } from '../../billing/prices/prompt-bytes.js';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import { findPriceOption } from '../../surface/check-price-options.js';
import { scanBody } from '../../surface/scan-body.js';
import { readBoolean, readString } from '../../wire/json-bytes/read-member.js';
import type { TopLevelMembers } from '../../wire/json-bytes/scan-top-level.js';
import { checkMessageList } from '../../wire/openai/check-message-list.js';
import { readChatView, viewOfTask } from '../../wire/openai/read-chat-view.js';
import type { DecidedSurface, RouteQuestion } from '../decision/decision.js';
import { readResponsesQuestion } from './read-responses-question.js';
import { readAsks } from './request-asks.js';
import { checkMessages, readMaxTokens, readReasoning, readSessionId } from './route-members.js';

const OPTIONAL = { nullIs: 'absent' } as const;

/**
 * Reads the body of `POST /api/v1/route` (spec 4.1; contract section 5): `messages` as on chat, a bare `task`, or, for
 * the Responses API, its own body with `input`.
 * @throws InvalidRequestError (400) that names the field.
 */
export function readRouteRequest(bytes: Buffer): RouteQuestion {
  const scan = scanBody(bytes);
  const surface = readSurface(scan);
  const task = readString(scan, 'task', OPTIONAL);
  const [hasMessages, hasInput] = [isGiven(scan, 'messages'), isGiven(scan, 'input')];
  if (task !== undefined && hasMessages) throw bothError('task', 'messages');
  if (task === undefined && !hasMessages) {
    if (surface === 'responses' && hasInput) return readResponsesQuestion(scan);
    throw neitherError(surface, hasInput);
  }
  if (surface === 'responses' && hasInput) throw bothError('input', hasMessages ? 'messages' : 'task');
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
    surface,
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

function isGiven(scan: TopLevelMembers, name: string): boolean {
  return (scan.find(name)?.kind ?? 'null') !== 'null';
}

function bothError(param: string, other: string): InvalidRequestError {
  return new InvalidRequestError({
    param,
    message: `Both \`${other}\` and \`${param}\` are given. Send one of them.`,
  });
}

function neitherError(surface: DecidedSurface, hasInput: boolean): InvalidRequestError {
  if (hasInput)
    return new InvalidRequestError({
      param: 'input',
      message:
        '`input` is of the Responses API: send `"surface": "responses"` with it, or the conversation as `messages`.',
    });
  if (surface === 'responses')
    return new InvalidRequestError({
      param: 'input',
      message:
        'None of `input`, `messages` and `task` is given. Send a Responses body with `input`, the conversation as `messages`, or a text as `task`.',
    });
  return new InvalidRequestError({
    param: 'messages',
    message:
      'Neither `messages` nor `task` is given. Send the conversation as `messages`, or a text as `task`.',
  });
}
