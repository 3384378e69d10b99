import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import { InvalidWebhookSignatureError, readStripeEvent } from './stripe-event.js';

const SECRET = 'whsec_for_tests';
const EVENT = '{"id":"evt_1","type":"payment_intent.succeeded","data":{"object":{"id":"pi_1"}}}';

function sign(body: string, { secret = SECRET, ageS = 0 } = {}): string {
  const time = Math.floor(Date.now() / 1_000) - ageS;
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

const read = (body: string, signature: string | undefined) =>
  readStripeEvent(Buffer.from(body), { signature, secret: SECRET });

describe('an event of Stripe', () => {
  it('is read when its bytes are signed', () => {
    expect(read(EVENT, sign(EVENT))).toMatchObject({ type: 'payment_intent.succeeded' });
  });

  it.each([
    ['none', undefined],
    ['nonsense', 'nonsense'],
    ["another secret's", sign(EVENT, { secret: 'other' })],
    ['one of other bytes', sign(`${EVENT} `)],
    ['one of ten minutes ago', sign(EVENT, { ageS: 600 })],
  ])('with a signature that is %s is 401', (_title, signature) => {
    expect(() => read(EVENT, signature)).toThrow(InvalidWebhookSignatureError);
  });

  it.each([
    '',
    'null',
    '[]',
    '5',
    '{}',
    '{"type":"x"}',
    '{"type":"x","data":{}}',
    '{"type":5,"data":{"object":{}}}',
  ])('that is signed but no event (%j) is 400', (body) => {
    expect(() => read(body, sign(body))).toThrow(InvalidRequestError);
  });
});
