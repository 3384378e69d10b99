import { UpstreamError } from '../../error-answers/upstream-error.js';
import type { GatewayError } from '../../lib/gateway-error.js';

const MAX_CHARS = 500;

/** What a provider said, in its own words where its answer has the shape of an error; never its raw bytes. */
export function refusalMessage(error: UpstreamError | GatewayError): string {
  if (!(error instanceof UpstreamError)) return error.message;
  const said = readMessage(error.body);
  return said === undefined ? `The provider answered ${error.status}.` : said.slice(0, MAX_CHARS);
}

function readMessage(body: Buffer): string | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
  const error = member(answer, 'error');
  const message = member(error, 'message') ?? member(answer, 'message') ?? error;
  return typeof message === 'string' && message !== '' ? message : undefined;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
