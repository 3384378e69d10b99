import { expect, it } from 'vitest';
import { endAllOwed, owe } from './owed-ends.js';

it('ends what a file has left, the newest first, and what it has ended itself no second time', async () => {
  const ended: string[] = [];
  const note = (name: string) => () => Promise.resolve(ended.push(name));
  owe(note('first'));
  const endSecond = owe(note('second'));
  owe(note('third'));
  await endSecond();
  await endSecond();
  await endAllOwed();
  expect(ended).toEqual(['second', 'third', 'first']);
  await endAllOwed();
  expect(ended).toHaveLength(3);
});

it('ends the rest when one thing cannot be ended, and says so', async () => {
  const ended: string[] = [];
  owe(() => Promise.resolve(ended.push('first')));
  owe(() => Promise.reject(new Error('It hangs.')));
  const failed = await endAllOwed().catch((error: unknown) => error);
  expect((failed as AggregateError).errors).toEqual([new Error('It hangs.')]);
  expect(ended).toEqual(['first']);
});
