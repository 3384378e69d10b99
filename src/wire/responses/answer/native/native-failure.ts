import type { GatewayError } from '../../../../lib/gateway-error.js';
import { editMembers, joinBytes } from '../../../json-bytes/edit-members.js';
import { scanTopLevel } from '../../../json-bytes/scan-top-level.js';
import type { UsageCost } from '../../../json-bytes/splice-usage-cost.js';
import { bytesOf } from '../byte-text.js';
import type { BuiltResponse } from '../response-echo.js';
import { EventWriter } from '../response-events.js';
import { onOneLine } from '../response-frame.js';
import { printResponsesUsage } from '../responses-usage.js';
import { errorOfGateway, errorOfProvider, printErrorEvent, printResponseError } from '../stream-error.js';

const RESPONSE_MAX_DEPTH = 500;

export interface FailureInputs {
  /** Ours; absent where the provider reported its own. */
  readonly error: GatewayError | undefined;
  /** The provider's error, of which the client knows already. */
  readonly reported: unknown;
  readonly billed: UsageCost | undefined;
}

/** Remembers of a native stream what its end would say if it failed. */
export class NativeFailure {
  /** The response's `id` as JSON text. */
  writtenId: string | undefined;
  private response: Buffer | undefined;
  private nextNumber = 0;

  noteNumber(sequenceNumber: number | undefined): void {
    this.nextNumber = (sequenceNumber ?? this.nextNumber) + 1;
  }

  /** The response as it was told of last. The bytes are kept. */
  noteResponse(response: Buffer, writtenId: string | undefined): void {
    this.response = response;
    this.writtenId = writtenId;
  }

  /** The same of bytes that are not ours to keep: what the network brings is larger than what is of interest. */
  noteCopyOf(response: Buffer, writtenId: string | undefined): void {
    if (this.response?.equals(response) !== true) this.response = Buffer.from(response);
    this.writtenId = writtenId;
  }

  /**
   * `error`, unless there was one, and `response.failed`, where a response was begun. It has no output, as at OpenAI: a client
   * that reads the end alone would take the half of an answer for all of it, and run the tools in it.
   */
  print({ error, reported, billed }: FailureInputs): {
    bytes: Buffer;
    built: BuiltResponse | undefined;
  } {
    const writer = new EventWriter(this.nextNumber);
    const cause =
      reported === undefined && error !== undefined ? errorOfGateway(error) : errorOfProvider(reported);
    if (reported === undefined) writer.write('error', printErrorEvent(cause));
    const failed = this.response && failedOf(this.response, bytesOf(printResponseError(cause)), billed);
    if (failed !== undefined)
      writer.write('response.failed', `"response":${onOneLine(failed.toString('latin1'))}`);
    const bytes = writer.take() ?? Buffer.alloc(0);
    const built: BuiltResponse | undefined = failed && {
      shown: failed,
      kept: failed,
      status: 'failed',
      mayHoldEncrypted: false,
    };
    return { bytes, built };
  }
}

function failedOf(response: Buffer, error: Buffer, billed: UsageCost | undefined): Buffer {
  const scan = scanTopLevel(response, { maxDepth: RESPONSE_MAX_DEPTH, repeatedKeys: 'keep' });
  const usage = usageOf(billed);
  return joinBytes(
    editMembers(scan, [
      { set: 'status', json: '"failed"' },
      { set: 'error', json: error },
      { set: 'output', json: '[]' },
      ...(usage === undefined ? [] : [{ set: 'usage', json: usage }]),
    ]),
  );
}

function usageOf(billed: UsageCost | undefined): Buffer | undefined {
  const usage = billed?.usageInstead ?? billed?.usageIfMissing;
  return usage && bytesOf(printResponsesUsage(usage, billed?.cost));
}
