import type { TopLevelMembers } from '../../../json-bytes/scan-top-level.js';
import { editOr, scanNative } from './edit-native.js';
import { finishNativeResponse, type NativeFinish } from './finish-native-response.js';
import { readNativeResponse, type NativeResponse } from './read-native-response.js';
import type { BuiltResponse } from '../response-echo.js';

/** The event that ends a native stream, kept back until the bill is committed. */
export class NativeLastEvent {
  /** Undefined where there is none that can be read: then the event passes as it is. */
  readonly response: NativeResponse | undefined;
  private readonly scan: TopLevelMembers | undefined;

  /**
   * @param bytes the whole event, its data on one line
   * @param start of its response
   * @param end behind its response; 0 when it has none
   */
  constructor(
    private bytes: Buffer,
    private readonly start: number,
    private readonly end: number,
  ) {
    this.scan = end === 0 ? undefined : scanNative(bytes.subarray(start, end));
    this.response = this.scan && readNativeResponse(this.scan);
  }

  /** More bytes of its end. */
  append(bytes: Buffer): void {
    this.bytes = Buffer.concat([this.bytes, bytes]);
  }

  finish(finish: NativeFinish): { readonly bytes: Buffer; readonly built: BuiltResponse | undefined } {
    const { bytes, scan } = this;
    const built = scan && editOr(undefined, () => finishNativeResponse(scan, finish));
    if (built === undefined) return { bytes, built };
    const edited = [bytes.subarray(0, this.start), built.shown, bytes.subarray(this.end)];
    return { bytes: Buffer.concat(edited), built };
  }
}
