import { editMembers, joinBytes } from './edit-members.js';
import { scanTopLevel, type JsonMember, type TopLevelMembers } from './scan-top-level.js';

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
  const usage = scan.find('usage');
  if (usage?.kind !== 'object') {
    if (cost === undefined && !usageIfMissing) return scan.bytes;
    return joinBytes(editMembers(scan, [{ set: 'usage', json: usageWithCost(usageIfMissing ?? {}, cost) }]));
  }
  if (cost === undefined) return scan.bytes;
  return (
    spliceOnce(scan, usage, cost) ?? joinBytes(editMembers(scan, [{ setIn: ['usage', 'cost'], json: cost }]))
  );
}

/** The usual answer, without the plan of an edit: undefined when a name stands there several times. Byte for byte `editMembers`. */
function spliceOnce(
  { bytes, members }: TopLevelMembers,
  usage: JsonMember,
  cost: string,
): Buffer | undefined {
  if (isRepeated(members, 'usage')) return undefined;
  const inner = scanTopLevel(bytes.subarray(usage.valueStart, usage.valueEnd), {
    maxDepth: ANSWER_MAX_DEPTH,
    repeatedKeys: 'keep',
  });
  if (isRepeated(inner.members, 'cost')) return undefined;
  const known = inner.find('cost');
  const last = inner.members.at(-1);
  const start = usage.valueStart + (known?.valueStart ?? last?.valueEnd ?? inner.bodyStart);
  const end = known === undefined ? start : usage.valueStart + known.valueEnd;
  const text = known === undefined ? `${last === undefined ? '' : ','}"cost":${cost}` : cost;
  const spliced = Buffer.allocUnsafe(bytes.length - (end - start) + text.length);
  bytes.copy(spliced, 0, 0, start);
  spliced.write(text, start, 'latin1');
  bytes.copy(spliced, start + text.length, end);
  return spliced;
}

function isRepeated(members: readonly JsonMember[], name: string): boolean {
  let count = 0;
  for (const member of members) if (member.name === name) count += 1;
  return count > 1;
}

/** The JSON of a usage object of ours, with the cost as written: its digits do not pass through a double. */
export function usageWithCost(usage: object, cost: string | undefined): Buffer {
  const printed = Buffer.from(JSON.stringify(usage));
  if (cost === undefined) return printed;
  return joinBytes(editMembers(scanTopLevel(printed), [{ set: 'cost', json: cost }]));
}
