import { InvalidRequestError } from '../lib/gateway-error.js';
import { isLongerThan } from '../lib/is-longer-than.js';
import type { Feedback } from '../records/feedback/feedback.service.js';
import { scanBody } from '../surface/scan-body.js';
import type { JsonMember, TopLevelMembers } from '../wire/json-bytes/scan-top-level.js';

const MAX_NOTE_CHARS = 2_000;
const MAX_FAULTS = 20;
const SHOWN_NAME_CHARS = 100;

interface Fault {
  readonly field: string;
  readonly message: string;
}

/**
 * Reads the body of `POST /api/v1/feedback`: `{call_id, success, note?}` and nothing else, because a misspelt field here would
 * be a verdict that nobody meant.
 * @throws InvalidRequestError (400) that lists every fault, 20 at most
 */
export function readFeedback(bytes: Buffer): Feedback {
  const scan = scanBody(bytes);
  const faults: Fault[] = [];
  const callId = readText(scan, 'call_id', faults);
  const success = readFlag(scan, 'success', faults);
  const note = isGiven(scan.find('note')) ? readText(scan, 'note', faults) : undefined;
  if (note !== undefined && isLongerThan(note, MAX_NOTE_CHARS))
    faults.push(faultOf('note', `must be at most ${MAX_NOTE_CHARS} characters long`));
  for (const { name } of scan.members)
    if (!['call_id', 'success', 'note'].includes(name)) faults.push(unknownField(name));
  if (faults.length > 0 || callId === undefined || success === undefined) throw invalid(faults);
  return { callId, success, note };
}

function readText(scan: TopLevelMembers, field: string, faults: Fault[]): string | undefined {
  const member = scan.find(field);
  const text = member?.kind === 'string' ? (valueOf(scan, member) as string) : '';
  if (text !== '') return text;
  const optional = field === 'note';
  if (optional && member?.kind === 'string') return undefined;
  faults.push(faultOf(field, `must be ${optional ? 'text' : 'text that is not empty'}${missing(member)}`));
  return undefined;
}

function readFlag(scan: TopLevelMembers, field: string, faults: Fault[]): boolean | undefined {
  const member = scan.find(field);
  if (member?.kind === 'true' || member?.kind === 'false') return member.kind === 'true';
  faults.push(faultOf(field, `must be true or false${missing(member)}`));
  return undefined;
}

function valueOf(scan: TopLevelMembers, { valueStart, valueEnd }: JsonMember): unknown {
  return JSON.parse(scan.bytes.toString('utf8', valueStart, valueEnd));
}

function isGiven(member: JsonMember | undefined): boolean {
  return member !== undefined && member.kind !== 'null';
}

function missing(member: JsonMember | undefined): string {
  return member === undefined ? '; it is missing' : '';
}

function faultOf(field: string, rule: string): Fault {
  return { field, message: `\`${field}\` ${rule}.` };
}

function unknownField(name: string): Fault {
  const field = name.slice(0, SHOWN_NAME_CHARS);
  return { field, message: `\`${field}\` is not a field here; they are call_id, success and note.` };
}

function invalid(faults: readonly Fault[]): InvalidRequestError {
  const shown = faults.slice(0, MAX_FAULTS);
  return new InvalidRequestError({
    message: shown.map(({ message }) => message).join(' '),
    param: shown[0]?.field,
    extra: { details: shown },
  });
}
