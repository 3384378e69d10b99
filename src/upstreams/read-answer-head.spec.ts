import { describe, expect, it } from 'vitest';
import { readAnswerHead } from './read-answer-head.js';

function raw(...texts: string[]): Buffer[] {
  return texts.map((text) => Buffer.from(text, 'latin1'));
}

describe('the head of an answer', () => {
  it('gives the headers that are read, by their names in lower case', () => {
    const head = raw('Content-Type', 'application/json', 'X-REQUEST-ID', 'req_1', 'retry-after-ms', '40');
    expect(readAnswerHead(head)).toEqual({
      'content-type': 'application/json',
      'x-request-id': 'req_1',
      'retry-after-ms': '40',
    });
  });

  it('leaves all others out, also those of the same length', () => {
    const head = raw('set-cookie', 'a=b', 'connection', 'close', 'server', 'x', '__proto__', 'y', '', '');
    expect(readAnswerHead(head)).toEqual({});
  });

  it('keeps every value of a header that comes several times, in order', () => {
    const head = raw('Request-Id', 'one', 'request-id', 'two', 'REQUEST-ID', 'three');
    expect(readAnswerHead(head)).toEqual({ 'request-id': ['one', 'two', 'three'] });
  });

  it('reads bytes beyond ASCII as Latin-1, as they are on the wire', () => {
    expect(readAnswerHead(raw('content-type', 'text/é'))).toEqual({ 'content-type': 'text/é' });
  });
});
