import { editMembers, joinBytes, replaceText, setIn } from './edit-members.js';
import { scanTopLevel, type JsonMember, type TopLevelMembers } from './scan-top-level.js';

export interface UsageCost {
  /** JSON number of USD; undefined for a model without a known price: then there is none, also when the answer names one. */
  cost: string | undefined;
  /** Our estimate, in provider B's shape, for an answer that came without `usage`. */
  usageIfMissing?: object | undefined;
  /** The same in the place of a `usage` that nothing could be billed by. */
  usageInstead?: object | undefined;
}

/** A provider may nest deeper than we let callers do; the bytes pass either way. */
const ANSWER_MAX_DEPTH = 500;
const WHITE_SPACE: ReadonlySet<number | undefined> = new Set([0x20, 0x0a, 0x0d, 0x09]);

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
export function spliceCostIntoScan(
  scan: TopLevelMembers,
  { cost, usageIfMissing, usageInstead }: UsageCost,
): Buffer {
  const usage = scan.find('usage');
  const ours = usageInstead ?? (usage?.kind === 'object' ? undefined : usageIfMissing);
  if (usage?.kind !== 'object' || ours !== undefined) {
    if (cost === undefined && !ours) return scan.bytes;
    return joinBytes(editMembers(scan, [{ set: 'usage', json: usageWithCost(ours ?? {}, cost) }]));
  }
  if (cost === undefined) return withoutUsageCost(scan, usage);
  return (
    appendCost(scan, usage, cost) ?? joinBytes(editMembers(scan, [{ setIn: ['usage', 'cost'], json: cost }]))
  );
}

/** What the provider says there was not believed, and nothing was billed by it. */
function withoutUsageCost(scan: TopLevelMembers, { valueStart, valueEnd }: JsonMember): Buffer {
  const usage = scan.bytes.subarray(valueStart, valueEnd);
  const edited = withoutCost(usage);
  return edited === usage ? scan.bytes : joinBytes(editMembers(scan, [{ set: 'usage', json: edited }]));
}

/**
 * A usage object without `cost`; the very same bytes when it names none.
 * @throws JsonBytesError when the bytes are no JSON object.
 */
export function withoutCost(usage: Buffer): Buffer {
  if (!mayNameCost(usage.toString('latin1'))) return usage;
  const scan = scanTopLevel(usage, { maxDepth: ANSWER_MAX_DEPTH, repeatedKeys: 'keep' });
  return joinBytes(editMembers(scan, [{ remove: 'cost' }]));
}

/**
 * The usual answer, in which `usage` stands once and holds members but no `cost`: undefined for any other. Byte for byte what
 * `editMembers` makes of it, without a second scan.
 */
function appendCost(
  { bytes, members }: TopLevelMembers,
  usage: JsonMember,
  cost: string,
): Buffer | undefined {
  const { valueStart, valueEnd } = usage;
  if (isRepeated(members, 'usage') || mayNameCost(bytes.toString('latin1', valueStart, valueEnd)))
    return undefined;
  const lastEnd = endBefore(bytes, valueEnd - 1);
  if (lastEnd === valueStart + 1) return undefined;
  return replaceText(bytes, lastEnd, lastEnd, `,"cost":${cost}`);
}

/**
 * A usage object with that cost; every other byte stays. The usual one, which names none, without a scan.
 * @throws JsonBytesError when the bytes are no JSON object.
 */
export function withCost(usage: Buffer, cost: string): Buffer {
  const lastEnd = endBefore(usage, usage.length - 1);
  if (lastEnd === 1 || mayNameCost(usage.toString('latin1'))) return setIn(usage, ['cost'], cost);
  return replaceText(usage, lastEnd, lastEnd, `,"cost":${cost}`);
}

/** A name may be written with escapes. */
function mayNameCost(usage: string): boolean {
  return usage.includes('cost"') || usage.includes('\\');
}

/** Where the white space before a position begins. */
function endBefore(bytes: Buffer, position: number): number {
  let end = position;
  while (WHITE_SPACE.has(bytes[end - 1])) end -= 1;
  return end;
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
