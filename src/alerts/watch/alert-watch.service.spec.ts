import { expect, it, vi } from 'vitest';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { AlertWatch } from './alert-watch.service.js';

it('has the database until its end when the process stops, and begins nothing behind that', async () => {
  let answer = (_rows: unknown[]): void => undefined;
  const query = vi.fn(() => new Promise<unknown[]>((resolve) => (answer = resolve)));
  const warn = vi.fn();
  const watch = new AlertWatch({ query } as unknown as DataSource, { warn } as unknown as Logger);
  const isOver = watch.look().then(() => true);
  const hasStopped = watch.beforeApplicationShutdown().then(() => true);
  let statements = 0;
  while (!(await Promise.race([isOver, nextTurn()]))) {
    expect(await Promise.race([hasStopped, nextTurn()])).toBe(false);
    statements = query.mock.calls.length;
    answer([]);
  }
  await hasStopped;
  await watch.look();
  expect(statements).toBeGreaterThan(1);
  expect(query).toHaveBeenCalledTimes(statements);
  expect(warn).not.toHaveBeenCalled();
});

const nextTurn = (): Promise<boolean> => new Promise((resolve) => setImmediate(() => resolve(false)));
