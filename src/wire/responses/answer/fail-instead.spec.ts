import { describe, expect, it } from 'vitest';
import { responseEvents } from '../../../../test/support/recordings/responses-answers.js';
import { followResponse, readResponsesEvents } from '../../../../test/support/responses-events.js';
import { GatewayError } from '../../../lib/gateway-error.js';
import { failInstead } from './fail-instead.js';

const ERROR = new GatewayError({ status: 503, code: 'metering_unavailable', message: 'Not now – größe.' });

describe('failInstead', () => {
  const events = responseEvents();

  it.each([1, 3, events.length])('fails a stream of which the last %i events were not sent', (count) => {
    const sent = events.slice(0, -count);
    const end = failInstead(Buffer.concat(events.slice(-count)), ERROR);
    const all = readResponsesEvents(Buffer.concat([...sent, end]));
    expect(followResponse(all)).toMatchObject({
      status: 'failed',
      error: { code: 'server_error', message: 'Not now – größe.' },
      usage: null,
    });
    expect(all.at(-2)).toMatchObject({ type: 'error', code: 'metering_unavailable' });
  });

  it('says the error alone where there is no end to take the place of', () => {
    expect(readResponsesEvents(failInstead(Buffer.alloc(0), ERROR)).map(({ type }) => type)).toEqual([
      'error',
    ]);
  });
});
