/** What the batch gateway takes too: 256 MB. */
export const MAX_UPLOAD_BYTES = 256 * 1_048_576;
