/**
 * Addresses at which the holder may put one object straight into the bucket. Beside `ObjectStore`, because a disk has none.
 * The port that code depends on; also the injection token.
 */
export abstract class PresignedPuts {
  /**
   * An absolute address that takes `PUT` with the object's bytes and needs no other credential; `undefined` when the store
   * has no such addresses, so that the bytes have to come through the service. Size and number of the `PUT`s cannot be bound.
   * @param ttlMs how long it is good for; a bucket takes 7 days at most
   * @throws InvalidObjectNameError, StorageUnavailableError (503, no credentials)
   */
  abstract presign(name: string, ttlMs: number): Promise<string | undefined>;
}

export class NoPresignedPuts extends PresignedPuts {
  presign(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}
