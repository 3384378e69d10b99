import { editMembers, joinBytes, type MemberEdit } from '../../../wire/json-bytes/edit-members.js';
import { readString } from '../../../wire/json-bytes/read-member.js';
import { scanTopLevel, type TopLevelMembers } from '../../../wire/json-bytes/scan-top-level.js';
import type { KeptItem } from './kept-item.js';

const MAX_DEPTH = 500;
/** So written by provider B and by us; a name with escapes would be neither's. */
const ENCRYPTED = Buffer.from('"encrypted_content"');

/** An item of an answer or an input as it is shown: without `encrypted_content` unless that was asked for. */
export function showItem(json: Buffer, { withEncrypted }: { readonly withEncrypted: boolean }): Buffer {
  if (withEncrypted || !json.includes(ENCRYPTED)) return json;
  return edited(scan(json), [{ remove: 'encrypted_content' }]);
}

/** An item of an input with what the list of a response's input items says of each: an id, a type, and parts where a text stood. */
export function showInputItem(
  { id, isIdGiven, kind, json }: KeptItem,
  options: { readonly withEncrypted: boolean },
): Buffer {
  const shown = showItem(json, options);
  // What is no object is no item.
  if (shown[0] !== 0x7b) return shown;
  const members = scan(shown);
  const edits: MemberEdit[] = [];
  if (isIdGiven) edits.push({ set: 'id', json: JSON.stringify(id) });
  if (isAbsent(members, 'type'))
    edits.push({ set: 'type', json: kind === 'reference' ? '"item_reference"' : '"message"' });
  const content = members.find('content');
  if (content?.kind === 'string') {
    const type = isFromAssistant(members) ? 'output_text' : 'input_text';
    const text = members.bytes.subarray(content.valueStart, content.valueEnd);
    edits.push({ set: 'content', json: textPart(type, text) });
  }
  return edits.length === 0 ? shown : edited(members, edits);
}

function textPart(type: 'input_text' | 'output_text', text: Buffer): Buffer {
  const end = type === 'output_text' ? ',"annotations":[]}]' : '}]';
  return Buffer.concat([Buffer.from(`[{"type":"${type}","text":`), text, Buffer.from(end)]);
}

function isFromAssistant(members: TopLevelMembers): boolean {
  const role = members.find('role');
  return role?.kind === 'string' && readString(members, 'role') === 'assistant';
}

function isAbsent(members: TopLevelMembers, name: string): boolean {
  const member = members.find(name);
  return member === undefined || member.kind === 'null';
}

function scan(json: Buffer): TopLevelMembers {
  return scanTopLevel(json, { repeatedKeys: 'keep', maxDepth: MAX_DEPTH });
}

function edited(members: TopLevelMembers, edits: readonly MemberEdit[]): Buffer {
  return joinBytes(editMembers(members, edits));
}
