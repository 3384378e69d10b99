import { editMembers, joinBytes, type MemberEdit } from '../../../json-bytes/edit-members.js';
import { readRaw } from '../../../json-bytes/read-member.js';
import { startsWithWord } from '../../../json-bytes/walk-members.js';
import type { TopLevelMembers } from '../../../json-bytes/scan-top-level.js';
import {
  spliceCostIntoScan,
  withCost,
  withoutCost,
  type UsageCost,
} from '../../../json-bytes/splice-usage-cost.js';
import { hideEncryptedContent, holdsEncryptedContent } from './hide-encrypted.js';
import type { BuiltResponse } from '../response-echo.js';
import { printResponsesUsage } from '../responses-usage.js';

/** What a native response says of us. */
export interface NativeEcho {
  readonly store: boolean;
  readonly previousResponseId: string | undefined;
  /** `include` asked for `reasoning.encrypted_content`. */
  readonly showEncrypted: boolean;
}

/** @param usageIfMissing, usageInstead in chat's shape */
export type NativeFinish = NativeEcho & UsageCost;

/** Written out: a copy with members added would make a hidden class for each call. */
export function nativeFinish(
  { store, previousResponseId, showEncrypted }: NativeEcho,
  { cost, usageIfMissing, usageInstead }: UsageCost,
): NativeFinish {
  return { store, previousResponseId, showEncrypted, cost, usageIfMissing, usageInstead };
}

/**
 * A response of provider B with its cost, and with `store` and `previous_response_id` as they are with us. Every other byte stays as it came.
 * @throws JsonBytesError when an item of its output nests too deeply to be read
 */
export function finishNativeResponse(scan: TopLevelMembers, finish: NativeFinish): BuiltResponse {
  const echoed = echoEdits(scan, finish);
  const status = statusOf(scan);
  const mayHoldEncrypted = holdsEncryptedContent(scan.bytes);
  if (!mayHoldEncrypted && echoed.length === 0 && hasUsage(scan, finish)) {
    // The usual answer: nothing but its cost is added.
    const only = spliceCostIntoScan(scan, { cost: finish.cost });
    return { shown: only, kept: only, status, mayHoldEncrypted };
  }
  const edits = [...usageEdits(scan, finish), ...echoed];
  const kept = joinBytes(editMembers(scan, edits));
  const output = finish.showEncrypted || !mayHoldEncrypted ? undefined : readRaw(scan, 'output');
  const hidden = output && hideEncryptedContent(output);
  if (hidden === undefined || hidden === output) return { shown: kept, kept, status, mayHoldEncrypted };
  const shown = joinBytes(editMembers(scan, [...edits, { set: 'output', json: hidden }]));
  return { shown, kept, status, mayHoldEncrypted };
}

/** The provider's own counts stay. */
function hasUsage(scan: TopLevelMembers, { usageInstead }: UsageCost): boolean {
  return usageInstead === undefined && scan.find('usage')?.kind === 'object';
}

/** What of a response speaks of us, wherever it stands, and says something else. */
export function echoEdits(scan: TopLevelMembers, { store, previousResponseId }: NativeEcho): MemberEdit[] {
  const previous = previousResponseId === undefined ? 'null' : JSON.stringify(previousResponseId);
  const edits: MemberEdit[] = [];
  if (!says(scan, 'store', String(store))) edits.push({ set: 'store', json: String(store) });
  if (!says(scan, 'previous_response_id', previous))
    edits.push({ set: 'previous_response_id', json: previous });
  return edits;
}

/** The member is there, and has this value each time that it is. @param json ASCII */
function says({ bytes, members }: TopLevelMembers, name: string, json: string): boolean {
  let isThere = false;
  for (const { name: found, valueStart, valueEnd } of members) {
    if (found !== name) continue;
    isThere = true;
    if (valueEnd - valueStart !== json.length || !startsWithWord(bytes, valueStart, json)) return false;
  }
  return isThere;
}

/** Without counts there is no usage, also where there is a cost: clients need the totals of what is there. */
function usageEdits(scan: TopLevelMembers, { cost, usageIfMissing, usageInstead }: UsageCost): MemberEdit[] {
  const reported = scan.find('usage')?.kind === 'object' ? readRaw(scan, 'usage') : undefined;
  const ours = usageInstead ?? (reported === undefined ? usageIfMissing : undefined);
  const usage = ours === undefined ? reported : Buffer.from(printResponsesUsage(ours), 'latin1');
  if (usage === undefined) return [];
  const json = cost === undefined ? withoutCost(usage) : withCost(usage, cost);
  return json === reported ? [] : [{ set: 'usage', json }];
}

function statusOf(scan: TopLevelMembers): BuiltResponse['status'] {
  const status = scan.find('status');
  if (status === undefined || startsWithWord(scan.bytes, status.valueStart, '"completed"'))
    return 'completed';
  const word = scan.bytes.toString('latin1', status.valueStart, status.valueEnd);
  if (word === '"incomplete"') return 'incomplete';
  return word === '"failed"' || word === '"cancelled"' ? 'failed' : 'completed';
}
