import { JsonBytesError } from './json-bytes-error.js';
import { type JsonMember, scanTopLevel, type TopLevelMembers } from './scan-top-level.js';

/** Values are JSON text; whoever passes one vouches that it is valid. */
export type JsonText = string | Buffer;

/**
 * One change to the members of an object.
 * - `replace`: a new value where the member exists, nothing otherwise.
 * - `set`: a new value, appended as the last member when the name is absent.
 * - `setIn`: `set` at a path of names; objects on the way are created when they are absent or null.
 * - `remove`: the member goes, with its comma.
 * - `rename`: the name changes, the value stays. Where `to` exists already or is set, that member stays and the renamed one goes.
 */
export type MemberEdit =
  | { replace: string; json: JsonText }
  | { set: string; json: JsonText }
  | { setIn: readonly [string, ...string[]]; json: JsonText }
  | { remove: string }
  | { rename: string; to: string };

/** As deep as any document here may be: what is set into was scanned before, with the limit of its kind. */
const MAX_DEPTH = 500;

/** An edited document as slices of the old bytes and of the new values, for a vectored write. */
export interface SplicedBytes {
  readonly slices: readonly Buffer[];
  /** Of all slices together. */
  readonly length: number;
}

/**
 * Edits an object document; every byte that no edit names stays, white space included, and nothing large is copied.
 * Later edits of one name win. A name that stands in the document several times is edited everywhere.
 * @throws JsonBytesError `not-an-object` when a `setIn` path runs through a value that is neither an object nor null.
 */
export function editMembers(scan: TopLevelMembers, edits: readonly MemberEdit[]): SplicedBytes {
  const [only] = edits;
  const replaced = edits.length === 1 && only !== undefined ? replaceOne(scan, only) : setFew(scan, edits);
  if (replaced !== undefined) return { slices: [replaced], length: replaced.length };
  const plan = planEdits(scan, edits);
  const output = new Splice(scan.bytes);
  const last = scan.members.at(-1);
  /** The end of the last member that stays: what is cut at the end of the list is cut from here. */
  let keptEnd: number | undefined;
  let cutFrom: number | undefined;
  for (const member of scan.members) {
    if (isRemoved(plan, scan, member)) {
      cutFrom ??= member.keyStart;
      continue;
    }
    if (cutFrom !== undefined) output.replace(cutFrom, member.keyStart);
    cutFrom = undefined;
    const newName = plan.renamed.get(member.name);
    if (newName !== undefined) output.replace(member.keyStart, member.keyEnd, JSON.stringify(newName));
    const value = plan.values.get(member.name);
    if (value !== undefined) output.replace(member.valueStart, member.valueEnd, value);
    keptEnd = member.valueEnd;
  }
  if (last && cutFrom !== undefined) output.replace(keptEnd ?? cutFrom, last.valueEnd);
  appendMembers(output, plan.appended, {
    at: last?.valueEnd ?? scan.bodyStart,
    afterMember: keptEnd !== undefined,
  });
  return output.finish();
}

/** The usual edit of a small call, its model or its usage, without a plan; undefined for any other. */
function replaceOne({ bytes, members }: TopLevelMembers, edit: MemberEdit): Buffer | undefined {
  if (!('set' in edit) || bytes.length > COPY_UP_TO_BYTES) return undefined;
  let found: JsonMember | undefined;
  for (const member of members) {
    if (member.name !== edit.set) continue;
    if (found !== undefined) return undefined;
    found = member;
  }
  if (found === undefined) return undefined;
  const { json } = edit;
  if (typeof json !== 'string')
    return json.length > COPY_UP_TO_BYTES
      ? undefined
      : replaceBytes(bytes, found.valueStart, found.valueEnd, json);
  return isAscii(json) ? replaceText(bytes, found.valueStart, found.valueEnd, json) : undefined;
}

/** A value that goes to a place of a document. */
interface Placed {
  readonly start: number;
  readonly end: number;
  readonly json: JsonText;
}

const MAX_FEW = 6;

/** A few values that are set in a small document, each by its own name, in one copy; undefined for any other edits. */
function setFew({ bytes, members }: TopLevelMembers, edits: readonly MemberEdit[]): Buffer | undefined {
  const last = members.at(-1);
  if (edits.length === 0 || edits.length > MAX_FEW || last === undefined || bytes.length > COPY_UP_TO_BYTES)
    return undefined;
  const placed: Placed[] = [];
  let appended = '';
  let length = bytes.length;
  for (const edit of edits) {
    if (!('set' in edit)) return undefined;
    const { set: name, json } = edit;
    if (edits.some((other) => other !== edit && 'set' in other && other.set === name)) return undefined;
    if (typeof json === 'string' ? !isAscii(json) : json.length > COPY_UP_TO_BYTES) return undefined;
    const found = members.find((member) => member.name === name);
    if (found === undefined) {
      if (typeof json !== 'string') return undefined;
      appended += `,${JSON.stringify(name)}:${json}`;
      continue;
    }
    if (members.some((member) => member.name === name && member !== found)) return undefined;
    const { valueStart: start, valueEnd: end } = found;
    placed.push({ start, end, json });
    length += json.length - (end - start);
  }
  if (!isAscii(appended)) return undefined;
  placed.sort((one, other) => one.start - other.start);
  placed.push({ start: last.valueEnd, end: last.valueEnd, json: appended });
  return copyWith(bytes, placed, length + appended.length);
}

/** @param placed in their order */
function copyWith(bytes: Buffer, placed: readonly Placed[], length: number): Buffer {
  const edited = Buffer.allocUnsafe(length);
  let [from, to] = [0, 0];
  for (const { start, end, json } of placed) {
    to += bytes.copy(edited, to, from, start);
    to += typeof json === 'string' ? edited.write(json, to, 'latin1') : json.copy(edited, to);
    from = end;
  }
  bytes.copy(edited, to, from);
  return edited;
}

function replaceBytes(bytes: Buffer, start: number, end: number, by: Buffer): Buffer {
  const edited = Buffer.allocUnsafe(bytes.length - (end - start) + by.length);
  bytes.copy(edited, 0, 0, start);
  by.copy(edited, start);
  bytes.copy(edited, start + by.length, end);
  return edited;
}

/** A copy of small bytes in which ASCII text stands in the place of a range. */
export function replaceText(bytes: Buffer, start: number, end: number, text: string): Buffer {
  const edited = Buffer.allocUnsafe(bytes.length - (end - start) + text.length);
  bytes.copy(edited, 0, 0, start);
  edited.write(text, start, 'latin1');
  bytes.copy(edited, start + text.length, end);
  return edited;
}

/** Smaller documents go out in one piece: one write costs less than a copy of this size. */
const COPY_UP_TO_BYTES = 65_536;

/** An edited document for sending: a small one as one buffer, a large one as slices of the memory that it stands in. */
export function bytesToSend(spliced: SplicedBytes): Buffer | readonly Buffer[] {
  return spliced.length <= COPY_UP_TO_BYTES ? joinBytes(spliced) : spliced.slices;
}

/** One buffer of the slices; without a copy when there is only one. */
export function joinBytes({ slices, length }: SplicedBytes): Buffer {
  const [first] = slices;
  return slices.length === 1 && first ? first : Buffer.concat(slices, length);
}

/**
 * Sets one value deep in an object document: `setIn(answer, ['usage', 'cost'], '0.0001')`. Names may repeat in the document.
 * @throws JsonBytesError when the bytes, or a value on the path, are no JSON object.
 */
export function setIn(bytes: Buffer, path: readonly [string, ...string[]], json: JsonText): Buffer {
  const scan = scanTopLevel(bytes, { repeatedKeys: 'keep', maxDepth: MAX_DEPTH });
  return joinBytes(editMembers(scan, [{ setIn: path, json }]));
}

interface EditPlan {
  readonly values: Map<string, Buffer>;
  readonly removed: Set<string>;
  readonly renamed: Map<string, string>;
  readonly appended: Map<string, Buffer>;
}

function planEdits(scan: TopLevelMembers, edits: readonly MemberEdit[]): EditPlan {
  const plan: EditPlan = { values: new Map(), removed: new Set(), renamed: new Map(), appended: new Map() };
  for (const edit of edits) {
    if ('remove' in edit) {
      plan.removed.add(edit.remove);
      plan.values.delete(edit.remove);
      plan.appended.delete(edit.remove);
    } else if ('rename' in edit) {
      if (edit.rename !== edit.to) plan.renamed.set(edit.rename, edit.to);
    } else if ('replace' in edit) {
      plan.values.set(edit.replace, toBuffer(edit.json));
    } else if ('set' in edit) {
      planSet(plan, scan, edit.set, toBuffer(edit.json));
    } else {
      const [name, ...rest] = edit.setIn;
      planSet(plan, scan, name, nestedValue(currentValue(plan, scan, name), name, rest, toBuffer(edit.json)));
    }
  }
  return plan;
}

function planSet(plan: EditPlan, scan: TopLevelMembers, name: string, value: Buffer): void {
  if (scan.find(name) && !plan.removed.has(name)) plan.values.set(name, value);
  else plan.appended.set(name, value);
}

interface CurrentValue {
  readonly bytes: Buffer;
  /** Where the value stands in the document, for the error. */
  readonly offset: number;
}

/** What an earlier edit of the list has made of the value, or the value as it came. */
function currentValue(plan: EditPlan, scan: TopLevelMembers, name: string): CurrentValue | undefined {
  const member = scan.find(name);
  const planned = plan.appended.get(name) ?? (member && plan.values.get(name));
  if (planned) return { bytes: planned, offset: member?.valueStart ?? 0 };
  if (!member || plan.removed.has(name)) return undefined;
  return { bytes: scan.bytes.subarray(member.valueStart, member.valueEnd), offset: member.valueStart };
}

function nestedValue(
  current: CurrentValue | undefined,
  name: string,
  path: readonly string[],
  json: Buffer,
): Buffer {
  const [next, ...rest] = path;
  if (next === undefined) return json;
  if (!current || current.bytes[0] === 0x6e) return Buffer.from(wrapInObjects(path, json.toString('utf8')));
  if (current.bytes[0] !== 0x7b) {
    throw new JsonBytesError({ problem: 'not-an-object', offset: current.offset, key: name });
  }
  return setIn(current.bytes, [next, ...rest], json);
}

function wrapInObjects(path: readonly string[], json: string): string {
  return path.reduceRight((inner, name) => `{${JSON.stringify(name)}:${inner}}`, json);
}

function isRemoved(plan: EditPlan, scan: TopLevelMembers, member: JsonMember): boolean {
  if (plan.removed.has(member.name)) return true;
  const newName = plan.renamed.get(member.name);
  if (newName === undefined) return false;
  return plan.appended.has(newName) || (scan.find(newName) !== undefined && !plan.removed.has(newName));
}

function appendMembers(
  output: Splice,
  appended: ReadonlyMap<string, Buffer>,
  { at, afterMember }: { at: number; afterMember: boolean },
): void {
  let comma = afterMember ? ',' : '';
  for (const [name, value] of appended) {
    output.replace(at, at, `${comma}${JSON.stringify(name)}:`);
    output.replace(at, at, value);
    comma = ',';
  }
}

/** Collects the slices of an edited document; edits come in ascending order. */
class Splice {
  private readonly slices: Buffer[] = [];
  private length = 0;
  private taken = 0;

  constructor(private readonly bytes: Buffer) {}

  replace(start: number, end: number, by?: JsonText): void {
    this.take(start);
    if (by !== undefined) this.add(toBuffer(by));
    this.taken = end;
  }

  finish(): SplicedBytes {
    this.take(this.bytes.length);
    return { slices: this.slices, length: this.length };
  }

  private take(end: number): void {
    if (this.taken === 0 && end === this.bytes.length) this.add(this.bytes);
    else if (end > this.taken) this.add(this.bytes.subarray(this.taken, end));
  }

  private add(slice: Buffer): void {
    this.slices.push(slice);
    this.length += slice.length;
  }
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) return false;
  return true;
}

function toBuffer(json: JsonText): Buffer {
  return typeof json === 'string' ? Buffer.from(json) : json;
}
