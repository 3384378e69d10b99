import { chatPromptBytes } from '../billing/prices/prompt-bytes.js';
import { InvalidRequestError } from '../lib/gateway-error.js';
import { findPriceOption } from '../surface/check-price-options.js';
import { scanBody } from '../surface/scan-body.js';
import { readBoolean, readNumber, readString } from '../wire/json-bytes/read-member.js';
import type { TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';
import { checkMessageList } from '../wire/openai/check-message-list.js';
import { readChatView } from '../wire/openai/read-chat-view.js';
import { readAsks } from '../routing/question/request-asks.js';
import {
  checkMessages,
  readMaxTokens,
  readReasoning,
  readSessionId,
} from '../routing/question/route-members.js';
import type { CallRequest } from './plan/call-request.js';

const OPTIONAL = { nullIs: 'absent' } as const;

/**
 * Reads and checks a chat-completions body (spec 4.2).
 * @throws InvalidRequestError (400) that names the field.
 */
export function readChatRequest(bytes: Buffer, sessionHeader: string | undefined): CallRequest {
  const scan = scanBody(bytes);
  const model = readString(scan, 'model', OPTIONAL) ?? '';
  const stream = readBoolean(scan, 'stream', OPTIONAL) ?? false;
  checkMessages(scan);
  checkStreamOptions(scan);
  const maxTokens = readMaxTokens(scan);
  const view = readChatView(scan);
  if (view.counts.unknown > 0) checkMessageList(scan);
  return {
    scan,
    view,
    asks: readAsks(scan, view),
    model,
    stream,
    maxTokens,
    choices: scan.find('n')?.kind === 'number' ? readNumber(scan, 'n') : undefined,
    reasoning: readReasoning(scan),
    sessionId: readSessionId(scan, sessionHeader),
    refusal: findPriceOption(scan, 'chat'),
    promptBytes: chatPromptBytes(scan, view),
  };
}

/** We write into it, so it has to be what provider B says that it is. */
function checkStreamOptions(scan: TopLevelMembers): void {
  const kind = scan.find('stream_options')?.kind ?? 'null';
  if (kind === 'object' || kind === 'null') return;
  throw new InvalidRequestError({
    param: 'stream_options',
    message: '`stream_options` must be an object.',
  });
}
