import { formatUsd, type PicoUsd } from '../../lib/money.js';
import type { PortionResult, UpstreamWords } from '../../upstreams/batches/batch-provider.js';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const END = Buffer.from('}\n');
const NULL = Buffer.from('null');

/**
 * One result as it is stored and given out: a line of JSON with the spec's members, the response's bytes as the provider sent
 * them. Line feeds between its tokens become spaces: within a text they are escaped, so nothing else changes.
 */
export function renderResultLine(
  result: PortionResult,
  { model, cost, response }: { model: string; cost: PicoUsd; response: Buffer | undefined },
): readonly [head: Buffer, answer: Buffer, end: Buffer] {
  const { customId, status, error, upstream } = result;
  const head = [
    `"custom_id":${JSON.stringify(customId)}`,
    `"status":"${status}"`,
    ...(status === 'succeeded' ? [`"model":${JSON.stringify(model)}`] : []),
    `"cost":${formatUsd(cost)}`,
    ...(error === undefined ? [] : [`"error":${JSON.stringify(error)}`]),
    ...(upstream === undefined ? [] : [`"upstream":${printWords(upstream)}`]),
  ];
  return [
    Buffer.from(`{${head.join(',')},"response":`),
    response === undefined ? NULL : onOneLine(response),
    END,
  ];
}

/** What provider B's format is made of again; the rest of its line stands in the result. */
function printWords({ statusCode, requestId, body, error }: UpstreamWords): string {
  const members = [
    ...(statusCode === undefined ? [] : [`"status_code":${statusCode}`]),
    ...(requestId === undefined ? [] : [`"request_id":${JSON.stringify(requestId)}`]),
    ...(body === undefined ? [] : [`"body":${onOneLine(body).toString('utf8')}`]),
    ...(error === undefined ? [] : [`"error":${onOneLine(error).toString('utf8')}`]),
  ];
  return `{${members.join(',')}}`;
}

function onOneLine(bytes: Buffer): Buffer {
  if (!bytes.includes(LINE_FEED) && !bytes.includes(CARRIAGE_RETURN)) return bytes;
  const line = Buffer.from(bytes);
  for (const mark of [LINE_FEED, CARRIAGE_RETURN])
    for (let at = line.indexOf(mark); at >= 0; at = line.indexOf(mark, at + 1)) line[at] = SPACE;
  return line;
}
