import { usageFromOpenAi } from '../billing/metering/usage-from-openai.js';
import type { AnswerDialect } from '../surface/relay/answer-dialect.js';
import { UpstreamFailedError } from '../upstreams/upstream-answer.js';
import { JsonBytesError } from '../wire/json-bytes/json-bytes-error.js';
import { readJson } from '../wire/json-bytes/read-member.js';
import { scanTopLevel } from '../wire/json-bytes/scan-top-level.js';
import { isFault, skipColon, skipValue } from '../wire/json-bytes/skip-value.js';

/** Answers of `POST /v1/embeddings`, which write nothing: output is never estimated. */
export const EMBEDDINGS_DIALECT: AnswerDialect = {
  readWhole: (body) => ({ usage: usageFromOpenAi(readUsage(body)), outputBytes: 0 }),
};

/** 2,048 vectors of 3,072 numbers are about 140 MB of JSON. */
export const MAX_EMBEDDINGS_ANSWER_BYTES = 160 * 1_048_576;

/** Up to here an answer is checked whole; a larger one would block the process for longer than its neighbours like. */
const SCANNED_UP_TO_BYTES = 2 * 1_048_576;
const USAGE = Buffer.from('"usage"');
const OPEN_BRACE = 0x7b;
const MAX_DEPTH = 20;
const MAX_USAGE_BYTES = 65_536;

/** Vectors are numbers or base64, so in a large answer the last `"usage"` is the member of that name. */
function readUsage(body: Buffer): unknown {
  if (body.length <= SCANNED_UP_TO_BYTES) return readSmall(body);
  if (body[0] !== OPEN_BRACE) throw unreadable();
  const key = body.lastIndexOf(USAGE);
  const start = key < 0 ? -1 : skipColon(body, key + USAGE.length);
  const end = isFault(start) ? start : skipValue(body, start, MAX_DEPTH);
  return isFault(end) || end - start > MAX_USAGE_BYTES
    ? undefined
    : (JSON.parse(body.toString('utf8', start, end)) as unknown);
}

function readSmall(body: Buffer): unknown {
  try {
    return readJson(scanTopLevel(body, { repeatedKeys: 'keep' }), 'usage');
  } catch (error) {
    if (error instanceof JsonBytesError) throw unreadable(error);
    throw error;
  }
}

function unreadable(cause?: Error): UpstreamFailedError {
  return new UpstreamFailedError({
    code: 'upstream_unreadable',
    message: 'The provider answered with something that is no list of embeddings. Try again.',
    cause,
  });
}
