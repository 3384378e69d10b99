/** Shortens the long texts of a conversation. Two real ones: a worker thread of this process, and a service of the operator's. */
export abstract class Compressor {
  /**
   * @param messages the JSON bytes of the `messages` array
   * @returns the array anew; `undefined` when nothing was gained, or it failed or was late: then the original is sent. Never rejects.
   */
  abstract compress(messages: Buffer): Promise<Buffer | undefined>;

  abstract close(): Promise<void>;
}
