import { reportedUsage } from '../billing/metering/token-usage.js';
import { usageFromAnthropic } from '../billing/metering/usage-from-anthropic.js';
import { renderError } from '../error-answers/render-error.js';
import { UpstreamError } from '../error-answers/upstream-error.js';
import type { AnswerDialect, AnswerReport, AnswerTap } from '../surface/relay/answer-dialect.js';
import { forwardedHeaders, headerText, UpstreamFailedError } from '../upstreams/upstream-answer.js';
import type { UpstreamHeaders } from '../upstreams/upstream-transport.js';
import { JsonBytesError } from '../wire/json-bytes/json-bytes-error.js';
import { readSmallJson } from '../wire/json-bytes/read-member.js';
import { scanUnhurried, type TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';
import { writtenInMessage } from '../wire/anthropic/written-text.js';
import { readResponseId, responseIdOf } from '../wire/response-id.js';
import { MessagesStreamTap } from '../wire/sse/messages-stream-tap.js';

/** Far deeper than any answer; the bytes pass either way. */
const ANSWER_MAX_DEPTH = 500;

/** Answers of `POST /v1/messages`, whole and streamed. */
export const MESSAGES_DIALECT: AnswerDialect = {
  readWhole: readMessage,
  openTap: () => tapOf(new MessagesStreamTap()),
  renderStreamError: (error, requestId) =>
    Buffer.from(`event: error\ndata: ${renderError({ error, envelope: 'anthropic', requestId })}\n\n`),
};

/** Answers of `POST /v1/messages/count_tokens`: nothing is billed, so nothing is read. */
export const COUNT_TOKENS_DIALECT: AnswerDialect = {
  readWhole: () => ({ usage: undefined, outputBytes: 0 }),
};

function readMessage(body: Buffer, headers: UpstreamHeaders): AnswerReport | Promise<AnswerReport> {
  if (isEventStream(headers)) return readWholeStream(body);
  return scanAnswer(body, (scan) => reportOfMessage(scan, headers));
}

function reportOfMessage(scan: TopLevelMembers, headers: UpstreamHeaders): AnswerReport {
  if (isErrorObject(scan)) {
    throw new UpstreamError({
      status: 200,
      headers: { ...forwardedHeaders(headers, {}), 'content-type': 'application/json' },
      body: scan.bytes,
    });
  }
  const usage = reportedUsage(usageFromAnthropic(readSmallJson(scan, 'usage')));
  return {
    usage,
    outputBytes: usage === undefined ? writtenInMessage(scan) : 0,
    responseId: responseIdOf(scan),
  };
}

/** A stream that could not be watched as it came, because it was compressed. */
function readWholeStream(body: Buffer): AnswerReport {
  const tap = new MessagesStreamTap(body.length);
  tap.push(body);
  tap.end();
  return reportOf(tap);
}

function tapOf(tap: MessagesStreamTap): AnswerTap {
  return Object.assign(tap, { report: () => reportOf(tap) });
}

/** Input is told at the start of a stream, output only at its end. */
function reportOf(tap: MessagesStreamTap): ReturnType<AnswerTap['report']> {
  const known = reportedUsage(usageFromAnthropic(tap.usage));
  return {
    usage: tap.usageIsFinal ? known : undefined,
    knownInput: known,
    outputBytes: tap.outputBytes,
    responseId: readResponseId(tap.id),
  };
}

function isErrorObject(scan: TopLevelMembers): boolean {
  return scan.find('type')?.kind === 'string' && readSmallJson(scan, 'type') === 'error';
}

/** Reads what a scan of the answer finds; in pieces when it is large. */
function scanAnswer<T>(body: Buffer, read: (scan: TopLevelMembers) => T): T | Promise<T> {
  try {
    const scan = scanUnhurried(body, { maxDepth: ANSWER_MAX_DEPTH, repeatedKeys: 'keep' });
    return scan instanceof Promise ? scan.catch(refuseUnreadable).then(read) : read(scan);
  } catch (error) {
    return refuseUnreadable(error);
  }
}

function refuseUnreadable(error: unknown): never {
  if (!(error instanceof JsonBytesError)) throw error;
  throw new UpstreamFailedError({
    code: 'upstream_unreadable',
    message: 'The provider answered with something that is no message. Try again.',
    cause: error,
  });
}

function isEventStream(headers: UpstreamHeaders): boolean {
  return (headerText(headers, 'content-type') ?? '').toLowerCase().startsWith('text/event-stream');
}
