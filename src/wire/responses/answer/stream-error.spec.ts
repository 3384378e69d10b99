import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../lib/gateway-error.js';
import { errorOfGateway, errorOfProvider, printErrorEvent, printResponseError } from './stream-error.js';

describe('errorOfProvider', () => {
  it.each<[string, unknown, string | null, string]>([
    [
      'a word of its own',
      { code: 'context_length_exceeded', message: 'm' },
      'context_length_exceeded',
      'context_length_exceeded',
    ],
    [
      'a quota that is used up',
      { code: null, type: 'insufficient_quota', message: 'm' },
      'insufficient_quota',
      'insufficient_quota',
    ],
    [
      "provider A's type",
      { type: 'overloaded_error', message: 'm', code: null },
      'overloaded_error',
      'server_error',
    ],
    [
      "provider A's limit",
      { type: 'rate_limit_error', message: 'm' },
      'rate_limit_error',
      'rate_limit_exceeded',
    ],
    [
      'a request at fault',
      { type: 'invalid_request_error', message: 'm' },
      'invalid_request_error',
      'invalid_prompt',
    ],
    ["the marketplace's number", { code: 429, message: 'm' }, '429', 'rate_limit_exceeded'],
    ['another number', { code: 502, message: 'm' }, '502', 'server_error'],
    [
      'the type of a native event',
      { type: 'error', code: 'server_error', message: 'm' },
      'server_error',
      'server_error',
    ],
    ['a type alone', { type: 'error', message: 'm' }, null, 'server_error'],
  ])('reads %s', (_, error, code, responseCode) => {
    expect(errorOfProvider(error)).toEqual({ code, message: 'm', param: null, responseCode });
  });

  it.each([[undefined], [null], ['text'], [{ message: 7 }]])('makes do with %j', (error) => {
    expect(errorOfProvider(error)).toEqual({
      code: null,
      message: 'The provider reported an error.',
      param: null,
      responseCode: 'server_error',
    });
  });
});

describe('errorOfGateway', () => {
  it.each([
    [400, 'invalid_request', 'invalid_prompt'],
    [402, 'insufficient_credits', 'insufficient_quota'],
    [413, 'request_too_large', 'context_length_exceeded'],
    [429, 'rate_limited', 'rate_limit_exceeded'],
    [502, 'upstream_interrupted', 'server_error'],
    [504, 'timeout', 'server_error'],
    [400, 'context_length_exceeded', 'context_length_exceeded'],
  ])('tells a %i %s as %s', (status, code, responseCode) => {
    const error = errorOfGateway(new GatewayError({ status, code, message: 'Größe "x"', param: 'input' }));
    expect(error).toEqual({ code, message: 'Größe "x"', param: 'input', responseCode });
    const event = Buffer.from(`{${printErrorEvent(error)}}`, 'latin1').toString();
    expect(JSON.parse(event)).toEqual({ code, message: 'Größe "x"', param: 'input' });
    const inside = Buffer.from(printResponseError(error), 'latin1').toString();
    expect(JSON.parse(inside)).toEqual({ code: responseCode, message: 'Größe "x"' });
  });
});
