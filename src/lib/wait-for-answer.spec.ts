import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitForAnswer } from './wait-for-answer.js';

describe('waiting for an answer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('ends when nothing came for so long', () => {
    const onSilence = vi.fn();
    waitForAnswer(100, onSilence);
    vi.advanceTimersByTime(99);
    expect(onSilence).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onSilence).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1_000);
    expect(onSilence).toHaveBeenCalledTimes(1);
  });

  it.each([0, 60, 99])('is over with the answer, after %i ms', (afterMs) => {
    const onSilence = vi.fn();
    const answered = waitForAnswer(100, onSilence);
    vi.advanceTimersByTime(afterMs);
    answered();
    vi.advanceTimersByTime(1_000);
    expect([onSilence.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0]);
  });
});

it('takes an answer that came while the process was busy for much longer than it waits', async () => {
  const server = createServer((socket) => socket.end('answer'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const outcome = await new Promise<string>((resolve) => {
    const answered = waitForAnswer(100, () => resolve('silence'));
    socket.once('data', (bytes) => {
      answered();
      resolve(bytes.toString());
    });
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  });
  expect(outcome).toBe('answer');
  server.close();
});
