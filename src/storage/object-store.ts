import type { Readable } from 'node:stream';

/** What a write put there. */
export interface WrittenObject {
  readonly bytes: number;
  /** Lower-case hex digest of the bytes. */
  readonly sha256: string;
}

export interface WriteOptions {
  /** A longer source is refused, and leaves nothing behind. */
  readonly maxBytes?: number;
}

export interface ReadOptions {
  /** `large` for who hands the bytes on as they are; `small`, the default, for who works on them. A store may know one size. */
  readonly pieces?: 'small' | 'large';
}

/**
 * Large bodies beside the database: uploads and batch results. The port that code depends on; also the injection token.
 * Names are ours and never a caller's text: segments of `[a-z0-9_.-]` separated by slashes, none of which begins with a dot.
 * Every method throws `InvalidObjectNameError` (a fault of ours) for another one, and `StorageUnavailableError` (503) when
 * the disk or the bucket fails.
 */
export abstract class ObjectStore {
  /**
   * Streams a source into an object with backpressure; an object of that name is replaced. Atomic: readers see the whole
   * object or none, and a write that fails (the source threw, the disk is full, the cap was passed) leaves nothing of it.
   * @throws ObjectTooLargeError (413) as soon as the source passes `maxBytes`; whatever the source throws
   */
  abstract write(name: string, source: AsyncIterable<Buffer>, options?: WriteOptions): Promise<WrittenObject>;

  /**
   * The object's bytes, read as they are taken. A reader that stops early must destroy the stream.
   * @throws ObjectMissingError before the first byte when there is none of that name
   */
  abstract read(name: string, options?: ReadOptions): Promise<Readable>;

  /** The object's size; `undefined` when there is none. */
  abstract stat(name: string): Promise<{ readonly bytes: number } | undefined>;

  /**
   * Copies whole or not at all; an object of the other name is replaced.
   * @throws ObjectMissingError when there is none of the first name
   */
  abstract copy(from: string, to: string): Promise<void>;

  /** Deletes; a missing object is fine. */
  abstract remove(name: string): Promise<void>;

  /**
   * Deletes the objects whose names start with `prefix` and that were last written before a time, and what broken-off
   * writes of that age left behind.
   * @param prefix a folder with its slash, such as `uploads/`
   * @returns how many objects were deleted; remains of broken-off writes do not count
   */
  abstract removeBefore(prefix: string, before: Date): Promise<number>;
}
