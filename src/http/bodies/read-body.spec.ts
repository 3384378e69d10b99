import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { UnsupportedMediaTypeError } from '../http-errors.js';
import { refuseOddType } from './read-body.js';

const refuse = (type: string | undefined) => () =>
  refuseOddType({ headers: { 'content-type': type } } as IncomingMessage);

describe('refuseOddType', () => {
  it.each([
    undefined,
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
    'application/x-ndjson ;a',
  ])('takes %j', (type) => {
    expect(refuse(type)).not.toThrow();
  });

  it.each(['', ' ', 'json', 'garbage', ';;;', 'a/b/c', 'application/', '/json'])('refuses %j', (type) => {
    expect(refuse(type)).toThrow(UnsupportedMediaTypeError);
  });
});
