import { statusOfErrorType } from './status-of-error-type.js';

/** An error that provider A reported in the middle of a stream. */
export interface ReportedError {
  /** Its word, as in `overloaded_error`. */
  readonly type: string;
  /** The event's data, as it came: the same envelope as the body of an HTTP error. */
  readonly json: string;
}

const UNKNOWN = 502;

/** The HTTP status that the error would have had before the stream began (wire notes 3); 502 for a word that is new. */
export function errorEventStatus({ type }: ReportedError): number {
  return statusOfErrorType(type) ?? UNKNOWN;
}
