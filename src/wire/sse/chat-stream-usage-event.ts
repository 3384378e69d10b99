import { joinBytes, setIn } from '../json-bytes/edit-members.js';
import { JsonBytesError } from '../json-bytes/json-bytes-error.js';
import { withoutCost } from '../json-bytes/splice-usage-cost.js';

/** An event that carries usage, with the range of its `usage` value. */
export interface UsageEvent {
  readonly bytes: Buffer;
  readonly usageStart: number;
  readonly usageEnd: number;
  /** Its `choices` have an entry, so the event is more than its usage. */
  readonly hasChoices: boolean;
}

/** The members that every chunk of one stream shares, as JSON text. */
export interface ChunkIdentity {
  id?: string;
  created?: string;
  model?: string;
}

export function usageBytes({ bytes, usageStart, usageEnd }: UsageEvent): Buffer {
  return bytes.subarray(usageStart, usageEnd);
}

/** The event with the cost in its usage; the very same bytes when that changes nothing. */
export function withCost(event: UsageEvent, cost: string | undefined): Buffer {
  const usage = usageWithCostOf(event, cost);
  return usage.equals(usageBytes(event)) ? event.bytes : withUsage(event, usage);
}

/** The event's usage with the cost, or without any when there is none; usage that cannot be edited (not UTF-8, say) stays as it is: the answer has been paid. */
export function usageWithCostOf(event: UsageEvent, cost: string | undefined): Buffer {
  const usage = usageBytes(event);
  try {
    return cost === undefined ? withoutCost(usage) : setIn(usage, ['cost'], cost);
  } catch (error) {
    if (error instanceof JsonBytesError) return usage;
    throw error;
  }
}

/** The event as provider B writes it before the last one: `"usage": null`. */
export function withNullUsage(event: UsageEvent): Buffer {
  return withUsage(event, Buffer.from('null'));
}

/** A usage chunk of our own, in the shape of provider B's. */
export function printUsageChunk(identity: ChunkIdentity, usage: Buffer, lineEnd: string): Buffer {
  const { id = '""', created = '0', model = '""' } = identity;
  const head = `data: {"id":${id},"object":"chat.completion.chunk","created":${created},"model":${model},"choices":[],"usage":`;
  return Buffer.concat([Buffer.from(head), usage, Buffer.from(`}${lineEnd}${lineEnd}`)]);
}

/** The event with usage of ours, where the provider's says nothing. */
export function withOurUsage(event: UsageEvent, usage: object): UsageEvent {
  const printed = Buffer.from(JSON.stringify(usage));
  return {
    ...event,
    bytes: withUsage(event, printed),
    usageEnd: event.usageStart + printed.length,
  };
}

function withUsage({ bytes, usageStart, usageEnd }: UsageEvent, usage: Buffer): Buffer {
  const slices = [bytes.subarray(0, usageStart), usage, bytes.subarray(usageEnd)];
  return joinBytes({ slices, length: bytes.length - (usageEnd - usageStart) + usage.length });
}
