import { describe, expect, it } from 'vitest';
import { ApiError, errorOfAnswer, fieldError, formError } from './api-error.js';

describe('errorOfAnswer', () => {
  it('keeps what the API said', () => {
    const body = {
      error: { message: '`name` is empty.', code: 'invalid_request', param: 'name', etag: '"1"' },
    };
    expect(errorOfAnswer(400, JSON.stringify(body))).toMatchObject({
      status: 400,
      code: 'invalid_request',
      message: '`name` is empty.',
      param: 'name',
      details: { etag: '"1"' },
    });
  });

  it.each(['', 'Bad gateway', '[]', '{"error":"no"}', '{"error":{"message":5}}'])(
    'names other bodies by the status: %s',
    (body) => {
      expect(errorOfAnswer(502, body)).toMatchObject({
        code: 'unknown',
        message: 'The gateway answered with status 502.',
        param: undefined,
      });
    },
  );
});

describe('the place of an error in a form', () => {
  const ofName = new ApiError({ status: 400, code: 'x', message: 'Too long.', param: 'name' });
  const ofAll = new ApiError({ status: 409, code: 'x', message: 'Taken.' });

  it('is beside the field that it is of, else above the form', () => {
    expect([fieldError(ofName, 'name'), fieldError(ofName, 'note'), fieldError(null, 'name')]).toEqual([
      'Too long.',
      undefined,
      undefined,
    ]);
    expect([
      formError(ofName, ['name']),
      formError(ofName, ['note']),
      formError(ofAll, ['name']),
      formError(null, []),
    ]).toEqual([undefined, 'Too long.', 'Taken.', undefined]);
  });

  it('is beside each field at fault, all at once, and above the form where it has no such field', () => {
    const faults = [
      { field: 'url', message: '`url` is empty.' },
      { field: 'events', message: '`events` must name at least one event.' },
      { field: 'etag', message: '`etag` is not a field here.' },
    ];
    const message = faults.map((fault) => fault.message).join(' ');
    const error = errorOfAnswer(
      400,
      JSON.stringify({ error: { message, code: 'invalid_request', param: 'url', details: faults } }),
    );
    expect(['url', 'events', 'balance_below_usd'].map((field) => fieldError(error, field))).toEqual([
      '`url` is empty.',
      '`events` must name at least one event.',
      undefined,
    ]);
    expect(formError(error, ['url', 'events'])).toBe('`etag` is not a field here.');
    expect(formError(error, ['url', 'events', 'etag'])).toBeUndefined();
  });

  it.each([[[]], [[null, 'x', { field: 5 }]]])(
    'is above the form where single fields are not told: %j',
    (details) => {
      const error = new ApiError({ status: 400, code: 'x', message: 'Bad.', details: { details } });
      expect(formError(error, ['name'])).toBe('Bad.');
    },
  );
});
