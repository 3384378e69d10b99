import type { FastifyRequest } from 'fastify';
import type { LiveCalls } from '../live-calls/live-calls.service.js';

/**
 * Announces a submission to a graceful stop. It goes on when its client has left, because its key will ask for it; at the end
 * of the grace a body that is still on its way is cut, and a submission that is whole is waited for no longer: it counts as
 * crashed then, so it is stopped at its providers and refunded.
 * @returns to be called when it is over
 * @throws ShuttingDownError (503) once the process is stopping.
 */
export function holdSubmission(liveCalls: LiveCalls, { raw }: Pick<FastifyRequest, 'raw'>): () => void {
  const release = liveCalls.hold(() => {
    if (raw.complete) release();
    else raw.destroy();
  });
  return release;
}
