import type { Hopper } from '../json-bytes/hopper.js';
import { isKey, walkArray, walkObject, type OnItem } from '../json-bytes/walk-members.js';
import { FOREIGN_MESSAGE_MEMBERS, type MediaKind, type ViewRole } from './chat-view.js';
import { KeptOutlines, newOutline } from './kept-outlines.js';
import type { MessageOutline } from './view-of-message.js';

const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const DEPTH = 100;
/** With its quotes. */
const SHORTEST_FOREIGN_KEY = 2 + Math.min(...FOREIGN_MESSAGE_MEMBERS.map(({ length }) => length));
const ROLES: readonly (readonly [written: string, role: ViewRole])[] = [
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
  ['system', 'system'],
  ['developer', 'system'],
  ['function', 'tool'],
];

/** Walks the messages of a body once, and keeps the outlines of those that are looked at. */
export class Conversation {
  readonly kept = new KeptOutlines();
  readonly mediaAt: number[] = [];
  readonly mediaKinds = new Set<MediaKind>();
  hasForeignMembers = false;
  callsCustomTools = false;
  private current: MessageOutline = newOutline();
  private partKind: MediaKind = 'image';

  constructor(private readonly hop: Hopper) {}

  readonly onMessage = (bytes: Buffer, start: number): number => {
    const outline = newOutline();
    this.current = outline;
    const end =
      bytes[start] === OPEN_BRACE
        ? walkObject(bytes, start, DEPTH, this.onMember)
        : this.hop.value(bytes, start);
    this.kept.add(outline);
    return end;
  };

  private readonly onMember = (bytes: Buffer, keyStart: number, keyEnd: number, start: number): number => {
    if (isKey(bytes, keyStart, keyEnd, 'role')) {
      const end = this.hop.value(bytes, start);
      this.current.role = roleAt(bytes, start, end);
      return end;
    }
    if (isKey(bytes, keyStart, keyEnd, 'content')) return this.readContent(bytes, start);
    if (isKey(bytes, keyStart, keyEnd, 'tool_calls')) return this.readItems(bytes, start, this.onToolCall);
    // An answer in sound of before, named by its id.
    if (bytes[start] === OPEN_BRACE && isKey(bytes, keyStart, keyEnd, 'audio')) this.mediaKinds.add('audio');
    this.noteKey(bytes, keyStart, keyEnd);
    return this.hop.value(bytes, start);
  };

  private readContent(bytes: Buffer, start: number): number {
    return bytes[start] === QUOTE ? this.addText(bytes, start) : this.readItems(bytes, start, this.onPart);
  }

  private readItems(bytes: Buffer, start: number, onItem: OnItem): number {
    return bytes[start] === OPEN_BRACKET
      ? walkArray(bytes, start, DEPTH, onItem)
      : this.hop.value(bytes, start);
  }

  private readonly onToolCall = (bytes: Buffer, start: number): number => {
    this.current.toolCalls += 1;
    return bytes[start] === OPEN_BRACE
      ? walkObject(bytes, start, DEPTH, this.onToolCallMember)
      : this.hop.value(bytes, start);
  };

  private readonly onToolCallMember = (
    bytes: Buffer,
    keyStart: number,
    keyEnd: number,
    start: number,
  ): number => {
    if (bytes[start] === OPEN_BRACE && isKey(bytes, keyStart, keyEnd, 'custom')) this.callsCustomTools = true;
    return this.onOtherMember(bytes, keyStart, keyEnd, start);
  };

  private readonly onPart = (bytes: Buffer, start: number): number => {
    const { texts } = this.current;
    const textsBefore = texts.length;
    this.partKind = 'image';
    const end =
      bytes[start] === OPEN_BRACE
        ? walkObject(bytes, start, DEPTH, this.onPartMember)
        : this.hop.value(bytes, start);
    if (texts.length === textsBefore) {
      this.current.media += 1;
      this.mediaAt.push(start, end);
      this.mediaKinds.add(this.partKind);
    }
    return end;
  };

  private readonly onPartMember = (
    bytes: Buffer,
    keyStart: number,
    keyEnd: number,
    start: number,
  ): number => {
    const isText = isKey(bytes, keyStart, keyEnd, 'text') || isKey(bytes, keyStart, keyEnd, 'refusal');
    if (isText && bytes[start] === QUOTE) return this.addText(bytes, start);
    if (isKey(bytes, keyStart, keyEnd, 'input_audio')) this.partKind = 'audio';
    if (bytes[start] === OPEN_BRACE && isKey(bytes, keyStart, keyEnd, 'file')) {
      if (this.partKind === 'image') this.partKind = 'file';
      return walkObject(bytes, start, DEPTH, this.onFileMember);
    }
    return this.onOtherMember(bytes, keyStart, keyEnd, start);
  };

  private readonly onFileMember = (
    bytes: Buffer,
    keyStart: number,
    keyEnd: number,
    start: number,
  ): number => {
    if (bytes[start] === QUOTE && isKey(bytes, keyStart, keyEnd, 'file_id')) this.partKind = 'file_id';
    return this.hop.value(bytes, start);
  };

  private readonly onOtherMember = (
    bytes: Buffer,
    keyStart: number,
    keyEnd: number,
    start: number,
  ): number => {
    this.noteKey(bytes, keyStart, keyEnd);
    return this.hop.value(bytes, start);
  };

  private noteKey(bytes: Buffer, keyStart: number, keyEnd: number): void {
    if (keyEnd - keyStart < SHORTEST_FOREIGN_KEY || this.hasForeignMembers) return;
    this.hasForeignMembers = FOREIGN_MESSAGE_MEMBERS.some((name) => isKey(bytes, keyStart, keyEnd, name));
  }

  private addText(bytes: Buffer, quote: number): number {
    const end = this.hop.string(bytes, quote);
    this.current.texts.push(quote, end);
    return end;
  }
}

/** The range includes the quotes. */
function roleAt(bytes: Buffer, start: number, end: number): ViewRole {
  for (const [written, role] of ROLES) if (isKey(bytes, start, end, written)) return role;
  return 'unknown';
}
