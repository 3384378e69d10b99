import { focusManager, QueryObserver } from '@tanstack/preact-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient, pollEvery } from './query-client.js';

const POLL_MS = 10_000;
const { refetchInterval } = pollEvery(POLL_MS);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

/** How often it is asked when a tab is hidden for a while after the first answer. */
async function askedAfter(hiddenMs: number, options: object): Promise<number> {
  const client = createQueryClient();
  client.mount();
  const queryFn = vi.fn(() => Promise.resolve('answer'));
  const stop = new QueryObserver(client, { queryKey: ['asked'], queryFn, ...options }).subscribe(
    () => undefined,
  );
  await vi.waitFor(() => expect(client.getQueryData(['asked'])).toBe('answer'));
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(hiddenMs);
  const before = queryFn.mock.calls.length;
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
  stop();
  client.unmount();
  return queryFn.mock.calls.length - before;
}

describe('a tab that is looked at again', () => {
  it.each([
    ['a poll that was due', POLL_MS, pollEvery(POLL_MS), 1],
    ['a poll that is not due yet', POLL_MS - 100, pollEvery(POLL_MS), 0],
    ['a poll while something is at work', POLL_MS, { refetchInterval: () => refetchInterval }, 1],
    ['a poll of what is done', POLL_MS, { refetchInterval: () => false }, 0],
    ['what is not polled', 60 * POLL_MS, {}, 0],
  ])('asks again for %s', async (_name, hiddenMs, options, times) => {
    expect(await askedAfter(hiddenMs, options)).toBe(times);
  });
});
