import type { GatewayError } from '../../../lib/gateway-error.js';
import { parseExactJson } from '../../exact-json/parse-exact-json.js';
import { printExactJson } from '../../exact-json/print-exact-json.js';
import { asNumber, isJsonObject } from '../../exact-json/raw-json.js';
import { bytesOf, byteText } from './byte-text.js';
import { EventWriter } from './response-events.js';
import { errorOfGateway, printErrorEvent, printResponseError } from './stream-error.js';

const LAST_EVENT = /(?:^|\n)event: response\.(?:completed|incomplete|failed)\r?\ndata: /g;

/**
 * The end of a Responses stream that was made for a client and must not reach it, because its bill cannot be kept: all of it but
 * the last event, then `error` and `response.failed` with the numbers that follow, and without a usage that nobody pays.
 * @param end bytes of whole events; the last of them on one line of data, as we make it
 */
export function failInstead(end: Buffer, error: GatewayError): Buffer {
  const text = end.toString('latin1');
  const match = [...text.matchAll(LAST_EVENT)].at(-1);
  const start = match === undefined ? text.length : match.index + (match[0].startsWith('\n') ? 1 : 0);
  const dataStart = match === undefined ? text.length : match.index + match[0].length;
  const event = readEvent(end, dataStart, text.indexOf('\n', dataStart));
  const cause = errorOfGateway(error);
  const writer = new EventWriter(asNumber(event?.['sequence_number']) ?? 0);
  writer.write('error', printErrorEvent(cause));
  const response = event?.['response'];
  if (isJsonObject(response)) {
    const failed = {
      ...response,
      status: 'failed',
      error: parseExactJson(bytesOf(printResponseError(cause)).toString()),
      incomplete_details: null,
      output: [],
      usage: null,
    };
    writer.write('response.failed', `"response":${byteText(printExactJson(failed))}`);
  }
  return Buffer.concat([end.subarray(0, start), writer.take() ?? Buffer.alloc(0)]);
}

function readEvent(bytes: Buffer, start: number, end: number): Record<string, unknown> | undefined {
  if (end < 0) return undefined;
  try {
    const event = parseExactJson(bytes.toString('utf8', start, end));
    return isJsonObject(event) ? event : undefined;
  } catch {
    return undefined;
  }
}
