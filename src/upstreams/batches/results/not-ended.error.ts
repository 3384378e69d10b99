import { UpstreamFailedError } from '../../upstream-answer.js';

/** Results were asked for although the provider still works on the portion. */
export class NotEndedError extends UpstreamFailedError {
  constructor() {
    super({
      code: 'upstream_unreadable',
      message: 'The provider is still working on this batch, so there are no results to read yet.',
    });
  }
}
