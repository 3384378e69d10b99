import { editMembers, joinBytes } from './edit-members.js';
import { scanTopLevel, type TopLevelMembers } from './scan-top-level.js';

export interface UsageCost {
  /** JSON number of USD; undefined for a model without a known price: then no cost is written and one that is there stays. */
  cost: string | undefined;
  /** Our estimate, in provider B's shape, for an answer that came without `usage`. */
  usageIfMissing?: object;
}

/** A provider may nest deeper than we let callers do; the bytes pass either way. */
const ANSWER_MAX_DEPTH = 500;

/**
 * Writes `usage.cost` into a whole chat answer (spec, "Usage block"); every other byte stays as the provider sent it.
 * A `usage` that is no object says nothing, so it gives way.
 * @throws JsonBytesError when the answer is no JSON object.
 */
export function spliceUsageCost(answer: Buffer, usageCost: UsageCost): Buffer {
  return spliceCostIntoScan(
    scanTopLevel(answer, { maxDepth: ANSWER_MAX_DEPTH, repeatedKeys: 'keep' }),
    usageCost,
  );
}

/** The same for an answer that was scanned already. */
export function spliceCostIntoScan(scan: TopLevelMembers, { cost, usageIfMissing }: UsageCost): Buffer {
  if (scan.find('usage')?.kind !== 'object') {
    if (cost === undefined && !usageIfMissing) return scan.bytes;
    return joinBytes(editMembers(scan, [{ set: 'usage', json: usageWithCost(usageIfMissing ?? {}, cost) }]));
  }
  if (cost === undefined) return scan.bytes;
  return joinBytes(editMembers(scan, [{ setIn: ['usage', 'cost'], json: cost }]));
}

/** The JSON of a usage object of ours, with the cost as written: its digits do not pass through a double. */
export function usageWithCost(usage: object, cost: string | undefined): Buffer {
  const printed = Buffer.from(JSON.stringify(usage));
  if (cost === undefined) return printed;
  return joinBytes(editMembers(scanTopLevel(printed), [{ set: 'cost', json: cost }]));
}
