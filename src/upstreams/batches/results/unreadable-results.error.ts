import { UpstreamFailedError } from '../../upstream-answer.js';

/** A provider's results are not there, or not all of them, although it says that the portion has ended. They may still come. */
export class UnreadableResultsError extends UpstreamFailedError {
  constructor(counted?: { readonly promised: number; readonly there: number }) {
    super({
      code: 'upstream_unreadable',
      message:
        counted === undefined
          ? "The provider's answer is no file of results."
          : `The provider counts ${counted.promised} results, and gives ${counted.there}.`,
    });
  }
}
