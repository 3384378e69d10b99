import { describe, expect, it } from 'vitest';
import { InvalidRequestError } from '../lib/gateway-error.js';
import { readFeedback } from './read-feedback.js';

const read = (body: unknown) =>
  readFeedback(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));

function faultsOf(body: unknown): string[] {
  try {
    read(body);
  } catch (error) {
    if (!(error instanceof InvalidRequestError)) throw error;
    const details = (error.extra['details'] ?? []) as { field: string }[];
    expect(error.status).toBe(400);
    expect(error.param).toBe(details[0]?.field);
    for (const { field } of details) expect(error.message).toContain(`\`${field}\``);
    return details.map(({ field }) => field);
  }
  return [];
}

describe('readFeedback', () => {
  it.each([
    [
      { call_id: 'call_1', success: true },
      { callId: 'call_1', success: true, note: undefined },
    ],
    [
      { call_id: 'call_1', success: false, note: 'wrong' },
      { callId: 'call_1', success: false, note: 'wrong' },
    ],
    [
      { call_id: 'call_1', success: false, note: null },
      { callId: 'call_1', success: false, note: undefined },
    ],
    [
      { call_id: 'call_1', success: false, note: '' },
      { callId: 'call_1', success: false, note: undefined },
    ],
  ])('%j is read', (body, feedback) => {
    expect(read(body)).toEqual(feedback);
  });

  it('takes a note of 2,000 characters, whatever they are', () => {
    expect(read({ call_id: 'call_1', success: true, note: '\u0000é'.repeat(1_000) }).note).toHaveLength(
      2_000,
    );
  });

  it.each([
    [{}, ['call_id', 'success']],
    [{ call_id: 7, success: 'yes' }, ['call_id', 'success']],
    [{ call_id: '', success: null }, ['call_id', 'success']],
    [{ call_id: 'call_1', success: 1 }, ['success']],
    [{ call_id: 'call_1', success: true, note: 5 }, ['note']],
    [{ call_id: 'call_1', success: true, note: 'x'.repeat(2_001) }, ['note']],
    [{ call_id: 'call_1', success: true, score: 5, Note: 'x' }, ['score', 'Note']],
    [{ callId: 'call_1', success: true }, ['call_id', 'callId']],
  ])('%j is refused naming %j', (body, fields) => {
    expect(faultsOf(body)).toEqual(fields);
  });

  it('lists 20 faults at most', () => {
    const body = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`field${index}`, 1]));
    expect(faultsOf(body)).toHaveLength(20);
  });

  it.each(['', '[]', '"x"', '{"call_id":"a"', '{"success":true,"success":false,"call_id":"c"}'])(
    '%j is no body',
    (body) => {
      expect(() => read(body)).toThrow(InvalidRequestError);
    },
  );
});
