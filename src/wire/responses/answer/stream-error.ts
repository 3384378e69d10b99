import type { GatewayError } from '../../../lib/gateway-error.js';
import { asNumber, isJsonObject } from '../../exact-json/raw-json.js';
import { jsonString, type ByteText } from './byte-text.js';

/** What went wrong in a started stream, as its `error` event and its failed response say it. */
export interface StreamError {
  readonly code: string | null;
  readonly message: string;
  readonly param: string | null;
  /** Of `response.error`: OpenAI's own words, by which clients decide whether to ask again. */
  readonly responseCode: string;
}

/** Words of `response.error.code` that say more than a status does. */
const OWN_CODES = new Set([
  'server_error',
  'rate_limit_exceeded',
  'invalid_prompt',
  'context_length_exceeded',
  'insufficient_quota',
]);
const CODE_OF_STATUS = new Map([
  [400, 'invalid_prompt'],
  [402, 'insufficient_quota'],
  [413, 'context_length_exceeded'],
  [422, 'invalid_prompt'],
  [429, 'rate_limit_exceeded'],
]);
const STATUS_OF_TYPE = new Map<unknown, number>([
  ['invalid_request_error', 400],
  ['billing_error', 402],
  ['insufficient_quota', 402],
  ['request_too_large', 413],
  ['rate_limit_error', 429],
]);
const SERVER_ERROR = 'server_error';

export function errorOfGateway({ code, message, param, status }: GatewayError): StreamError {
  return { code, message, param: param ?? null, responseCode: responseCode(code, status) };
}

/** The `error` of a chat stream's event, or of a native one. */
export function errorOfProvider(value: unknown): StreamError {
  const error = isJsonObject(value) ? value : {};
  const type = typeof error.type === 'string' && error.type !== 'error' ? error.type : undefined;
  const word = typeof error.code === 'string' && error.code !== '' ? error.code : type;
  const status = asNumber(error.code) ?? STATUS_OF_TYPE.get(type);
  return {
    code: word ?? asNumber(error.code)?.toString() ?? null,
    message: typeof error.message === 'string' ? error.message : 'The provider reported an error.',
    param: typeof error.param === 'string' ? error.param : null,
    responseCode: responseCode(word, status),
  };
}

/** Members of the `error` event. */
export function printErrorEvent({ code, message, param }: StreamError): ByteText {
  const text = (value: string | null): ByteText => (value === null ? 'null' : jsonString(value));
  return `"code":${text(code)},"message":${jsonString(message)},"param":${text(param)}`;
}

/** `response.error`. */
export function printResponseError({ responseCode, message }: StreamError): ByteText {
  return `{"code":${jsonString(responseCode)},"message":${jsonString(message)}}`;
}

function responseCode(code: string | undefined, status: number | undefined): string {
  if (code !== undefined && OWN_CODES.has(code)) return code;
  return (status === undefined ? undefined : CODE_OF_STATUS.get(status)) ?? SERVER_ERROR;
}
