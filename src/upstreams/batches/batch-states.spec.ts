import { describe, expect, it } from 'vitest';
import * as providerB from './provider-b/batch-object-state.js';
import * as providerA from './provider-a/message-batch-state.js';

describe("provider A's batch object", () => {
  const counts = { processing: 0, succeeded: 3, errored: 2, canceled: 1, expired: 0 };

  it.each([
    ['in_progress', 'in_progress'],
    ['canceling', 'canceling'],
    ['ended', 'ended'],
    ['archived', 'in_progress'],
  ])('%s reads as %s', (processing_status, status) => {
    expect(providerA.stateOf({ processing_status, request_counts: counts })).toEqual({
      status,
      succeeded: 3,
      errored: 2,
      canceled: 1,
      expired: 0,
    });
  });

  it.each([-1, 1.5, 1e12, '3', null, {}])('counts nothing where %j stands for a count', (odd) => {
    const state = providerA.stateOf({
      processing_status: 'ended',
      request_counts: { ...counts, errored: odd },
    });
    expect(state).toMatchObject({ succeeded: 3, errored: 0 });
  });

  it('counts all requests that were taken', () => {
    expect(providerA.totalOf({ request_counts: counts })).toBe(6);
    expect(providerA.totalOf({})).toBeUndefined();
  });

  it.each([
    ['was canceled', { cancel_initiated_at: '2026-11-28T10:00:00Z' }, 'canceled'],
    ['expired', { request_counts: { ...counts, expired: 1 }, cancel_initiated_at: null }, 'expired'],
    ['ran', { request_counts: counts }, 'errored'],
  ])('that %s leaves the requests it does not mention as such', (_name, batch, status) => {
    expect(providerA.endingOf(batch).status).toBe(status);
  });
});

describe("provider B's batch object", () => {
  const request_counts = { total: 10, completed: 6, failed: 1 };

  it.each([
    ['validating', { status: 'in_progress', canceled: 0, expired: 0 }],
    ['in_progress', { status: 'in_progress' }],
    ['finalizing', { status: 'in_progress' }],
    ['something_new', { status: 'in_progress' }],
    ['cancelling', { status: 'canceling', canceled: 0 }],
    ['completed', { status: 'ended', canceled: 0, expired: 0 }],
    ['cancelled', { status: 'ended', canceled: 3, expired: 0 }],
    ['expired', { status: 'ended', canceled: 0, expired: 3 }],
  ])('%s reads as %j', (status, expected) => {
    const state = providerB.stateOf({ status, request_counts });
    expect(state).toMatchObject({ succeeded: 6, errored: 1, ...expected });
    expect(state.error).toBeUndefined();
  });

  it.each([-1, 1.5, 1e12, '6'])('counts nothing where %j stands for a count', (completed) => {
    const state = providerB.stateOf({ status: 'expired', request_counts: { ...request_counts, completed } });
    expect(state).toMatchObject({ succeeded: 0, errored: 1, expired: 9 });
  });

  it('whose file was refused tells the first reasons, each once', () => {
    const data = ['A.', 'A.', 'B.', 'C.', 'D.'].map((message) => ({ message, line: 1 }));
    const state = providerB.stateOf({ status: 'failed', errors: { data } });
    expect(state).toMatchObject({ status: 'ended', succeeded: 0, error: { message: 'A. B. C.' } });
    expect(providerB.stateOf({ status: 'failed' }).error?.message).toContain('without a reason');
  });

  it.each([
    ['cancelled', 'canceled'],
    ['expired', 'expired'],
    ['failed', 'errored'],
    ['completed', 'errored'],
  ])('%s leaves the requests of neither file %s', (status, expected) => {
    expect(providerB.endingOf({ status }).status).toBe(expected);
  });
});
