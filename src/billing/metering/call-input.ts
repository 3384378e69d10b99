import { CompositeArrayWriter } from '../../database/composite-array.js';
import { formatUsd, type PicoUsd } from '../../lib/money.js';
import type { AttemptRecord, CallRecord } from '../calls/call-record.js';
import { totalInputTokens } from '../prices/price-usage.js';
import { TAG_SEPARATOR, type Attribution } from '../calls/attribution.js';
import { printCallDetail } from '../calls/print-call-detail.js';

/**
 * The database's type of a row. It has a new name whenever its fields change, so that the version before still finds its own:
 * PostgreSQL refuses rows whose fields are not exactly those of the type.
 */
export const CALL_INPUT = 'call_input_3';
/** Fields of the type, which are written below in its order. */
const FIELDS = 27;
const NOTHING_SAID: Partial<Attribution> = {};

/**
 * What is committed of calls, as an array of `CALL_INPUT`: each call's row with the charge of its first attempt (part 0), then
 * the charges of further ones.
 * @param elementType the number of the type in this database
 */
export function encodeCalls(elementType: number, records: readonly CallRecord[]): Buffer {
  const rows = new CompositeArrayWriter({ elementType, fields: FIELDS, expectedRows: records.length });
  for (const record of records) {
    writeCall(rows, record);
    if (record.attempts.length > 1) writeLaterCharges(rows, record);
  }
  return rows.finish();
}

/** What the ledger takes for a call: its billed attempts. */
export function billedTotal(record: CallRecord): PicoUsd {
  let total = 0n;
  for (const attempt of record.attempts) total += billedAmount(attempt);
  return total;
}

function billedAmount({ billed, cost }: AttemptRecord): PicoUsd {
  return billed ? (cost ?? 0n) : 0n;
}

function writeCall(rows: CompositeArrayWriter, record: CallRecord): void {
  const [first] = record.attempts;
  writeRow(rows, { record, part: 0, charge: chargeText(first === undefined ? 0n : billedAmount(first)) });
}

function writeLaterCharges(rows: CompositeArrayWriter, record: CallRecord): void {
  for (const [part, attempt] of record.attempts.entries()) {
    const charge = chargeText(billedAmount(attempt));
    if (part > 0 && charge !== undefined) writeRow(rows, { record, part, charge });
  }
}

interface RowInput {
  readonly record: CallRecord;
  readonly part: number;
  readonly charge: string | undefined;
}

function writeRow(row: CompositeArrayWriter, { record, part, charge }: RowInput): void {
  // A further charge has nothing of its call but id, time and organization.
  const call = part === 0 ? record : undefined;
  const { usage, cost } = call ?? {};
  row.begin();
  row.text(record.id);
  row.number(part);
  row.time(record.createdAt);
  row.text(record.organizationId);
  row.text(charge);
  row.text(call?.projectId);
  row.text(call?.keyId);
  row.text(call?.surface);
  row.boolean(call?.stream);
  row.number(call?.status);
  row.text(call?.tier);
  row.text(call?.routerId);
  row.text(call?.groupId);
  row.text(call && withoutNul(call.requestedModel));
  row.text(call?.decidedModel);
  row.text(call?.servedModel);
  row.number(usage === undefined ? 0 : totalInputTokens(usage));
  row.number(usage?.outputTokens ?? 0);
  row.text(cost === undefined ? undefined : formatUsd(cost));
  row.text(call && formatUsd(billedTotal(call)));
  row.text(call?.traceId);
  row.text(call?.responseId);
  row.json(call && printCallDetail(call));
  writeAttribution(row, call?.attribution);
  row.end();
}

function writeAttribution(row: CompositeArrayWriter, attribution: Attribution | undefined): void {
  const { tags, endUser, sessionId, metadata } = attribution ?? NOTHING_SAID;
  row.text(tags === undefined || tags.length === 0 ? undefined : tags.join(TAG_SEPARATOR));
  row.text(endUser);
  row.text(sessionId);
  row.json(metadata && JSON.stringify(metadata));
}

/** The amount of a ledger row; none for what cost nothing. */
function chargeText(amount: PicoUsd): string | undefined {
  return amount === 0n ? undefined : `-${formatUsd(amount)}`;
}

/** PostgreSQL's text holds no NUL. */
function withoutNul(value: string): string {
  return value.includes('\u0000') ? value.replaceAll('\u0000', '\ufffd') : value;
}
