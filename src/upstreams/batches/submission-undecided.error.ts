import { UpstreamFailedError } from '../upstream-answer.js';

/** The request that creates a portion went out and no answer came: it may run, so it must be looked for before another is made. */
export class SubmissionUndecidedError extends UpstreamFailedError {
  constructor(cause: unknown) {
    super({
      code: 'upstream_interrupted',
      message:
        'The provider closed the connection without saying whether it took the batch. It is looked for; nothing has to be sent again.',
      cause,
    });
  }
}
