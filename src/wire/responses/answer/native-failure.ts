import type { GatewayError } from '../../../lib/gateway-error.js';
import { editMembers, joinBytes } from '../../json-bytes/edit-members.js';
import { scanTopLevel } from '../../json-bytes/scan-top-level.js';
import type { UsageCost } from '../../json-bytes/splice-usage-cost.js';
import { bytesOf } from './byte-text.js';
import { scanNative } from './edit-native.js';
import type { NativeEcho } from './finish-native-response.js';
import { hideEncryptedContent } from './hide-encrypted.js';
import type { BuiltResponse } from './response-echo.js';
import { EventWriter } from './response-events.js';
import { onOneLine } from './response-frame.js';
import { printResponsesUsage } from './responses-usage.js';
import { errorOfGateway, errorOfProvider, printErrorEvent, printResponseError } from './stream-error.js';

const RESPONSE_MAX_DEPTH = 500;
/** Items that are told again when the response fails; what is beyond is not worth the memory. */
const MAX_ITEMS_BYTES = 8 * 1_048_576;

export interface FailureInputs {
  /** Ours; absent where the provider reported its own. */
  readonly error: GatewayError | undefined;
  /** The provider's error, of which the client knows already. */
  readonly reported: unknown;
  readonly echo: NativeEcho;
  readonly billed: UsageCost | undefined;
}

/** Remembers of a native stream what its end would say if it failed. */
export class NativeFailure {
  private response: Buffer | undefined;
  private readonly items: Buffer[] = [];
  private itemsBytes = 0;
  private nextNumber = 0;

  /** The response's `id` as JSON text. */
  get writtenId(): string | undefined {
    if (this.response === undefined) return undefined;
    const scan = scanTopLevel(this.response, { maxDepth: RESPONSE_MAX_DEPTH, repeatedKeys: 'keep' });
    const id = scan.find('id');
    return id?.kind === 'string' ? this.response.toString('utf8', id.valueStart, id.valueEnd) : undefined;
  }

  noteNumber(sequenceNumber: number | undefined): void {
    this.nextNumber = (sequenceNumber ?? this.nextNumber) + 1;
  }

  /** The response as it was told of last. The bytes are kept. */
  noteResponse(response: Buffer): void {
    this.response = response;
  }

  /** An item that is done. */
  noteItem(item: Buffer): void {
    this.itemsBytes += item.length;
    if (this.itemsBytes <= MAX_ITEMS_BYTES && scanNative(item) !== undefined)
      this.items.push(Buffer.from(item));
  }

  /** `error`, unless there was one, and `response.failed`, where a response was begun. */
  print({ error, reported, echo, billed }: FailureInputs): {
    bytes: Buffer;
    built: BuiltResponse | undefined;
  } {
    const writer = new EventWriter(this.nextNumber);
    const cause =
      reported === undefined && error !== undefined ? errorOfGateway(error) : errorOfProvider(reported);
    if (reported === undefined) writer.write('error', printErrorEvent(cause));
    const kept = this.response && this.failed(this.response, bytesOf(printResponseError(cause)), billed);
    if (kept === undefined) return { bytes: writer.take() ?? Buffer.alloc(0), built: undefined };
    const shown = echo.showEncrypted ? kept : withHiddenOutput(kept);
    writer.write('response.failed', `"response":${onOneLine(shown.toString('latin1'))}`);
    return { bytes: writer.take() ?? Buffer.alloc(0), built: { shown, kept, status: 'failed' } };
  }

  private failed(response: Buffer, error: Buffer, billed: UsageCost | undefined): Buffer {
    const scan = scanTopLevel(response, { maxDepth: RESPONSE_MAX_DEPTH, repeatedKeys: 'keep' });
    const usage = usageOf(billed);
    return joinBytes(
      editMembers(scan, [
        { set: 'status', json: '"failed"' },
        { set: 'error', json: error },
        { set: 'output', json: listOf(this.items) },
        ...(usage === undefined ? [] : [{ set: 'usage', json: usage }]),
      ]),
    );
  }
}

function usageOf(billed: UsageCost | undefined): Buffer | undefined {
  const usage = billed?.usageInstead ?? billed?.usageIfMissing;
  return usage && bytesOf(printResponsesUsage(usage, billed?.cost));
}

function withHiddenOutput(response: Buffer): Buffer {
  const scan = scanTopLevel(response, { maxDepth: RESPONSE_MAX_DEPTH, repeatedKeys: 'keep' });
  const output = scan.find('output');
  if (output === undefined) return response;
  const items = response.subarray(output.valueStart, output.valueEnd);
  return joinBytes(editMembers(scan, [{ set: 'output', json: hideEncryptedContent(items) }]));
}

function listOf(items: readonly Buffer[]): Buffer {
  const commas = items.flatMap((item, index) => (index === 0 ? [item] : [Buffer.from(','), item]));
  return Buffer.concat([Buffer.from('['), ...commas, Buffer.from(']')]);
}
