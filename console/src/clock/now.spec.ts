import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gatewayNow, learnTime } from './now.js';

const AT = Date.parse('2026-11-30T12:00:00Z');
const HOUR = 3_600_000;
const dateOf = (ms: number): string => new Date(ms).toUTCString();

beforeEach(() => vi.useFakeTimers({ now: AT }));
afterEach(() => {
  learnTime(dateOf(Date.now()), Date.now());
  vi.useRealTimers();
});

it.each([
  ['is right', 0, 0],
  ['is a few seconds off', 12_000, 0],
  ['is five hours ahead', -5 * HOUR, -5 * HOUR],
  ['is five hours behind', 5 * HOUR, 5 * HOUR],
])('the time is that of the gateway where the clock %s', (_title, told, expected) => {
  learnTime(dateOf(AT + told), AT);
  expect(gatewayNow() - AT).toBe(expected);
  vi.setSystemTime(AT + HOUR);
  expect(gatewayNow() - AT).toBe(expected + HOUR);
});

it('is right again when the clock is', () => {
  learnTime(dateOf(AT - 5 * HOUR), AT);
  learnTime(dateOf(AT), AT);
  expect(gatewayNow()).toBe(AT);
});

it.each([
  ['tells no time', null, AT],
  ['tells nonsense', 'soon', AT],
  ['came after the machine had slept', dateOf(AT - 5 * HOUR), AT - 5 * HOUR],
])('nothing is learned of an answer that %s', (_title, date, asked) => {
  learnTime(date, asked);
  expect(gatewayNow()).toBe(AT);
});
