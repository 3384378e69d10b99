import { waitForAnswer } from './wait-for-answer.js';

/** The work goes on behind the wait; `undefined` when the time has passed. */
export async function atMost<Result>(
  milliseconds: number,
  work: Promise<Result>,
): Promise<Result | undefined> {
  let answered = (): void => undefined;
  const limit = new Promise<undefined>((resolve) => {
    answered = waitForAnswer(milliseconds, () => resolve(undefined));
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    answered();
  }
}
