import type { Visitor } from '../../json-bytes/visit-in-steps.js';
import { NamedMembers } from './named-members.js';
import { ToolList } from './tool-list.js';

/** One item of `input` while it is looked at; the same object for each. */
export interface SeenItem {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly isObject: boolean;
  readonly members: NamedMembers;
  /** The `tools` that it holds, when they are a list. */
  readonly tools: ToolList | undefined;
}

/** A part of an item's `content`, `output` or `summary`. */
export interface SeenPart {
  readonly item: number;
  readonly list: PartList;
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly isObject: boolean;
  readonly members: NamedMembers;
}

export type PartList = 'content' | 'output' | 'summary';

export interface InputLooks {
  /** Called behind each item. */
  onItem(bytes: Buffer, item: SeenItem): void;
  /** Called behind each part, before its item. */
  onPart?(bytes: Buffer, part: SeenPart): void;
}

const ITEM_MEMBERS = [
  'type',
  'role',
  'id',
  'content',
  'output',
  'summary',
  'call_id',
  'name',
  'arguments',
  'input',
  'namespace',
  'encrypted_content',
  'tools',
];
const PART_MEMBERS = [
  'type',
  'text',
  'refusal',
  'image_url',
  'detail',
  'file_url',
  'file_id',
  'file_data',
  'filename',
  'input_audio',
];
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** Looks at the items of `input` and their parts. */
export class InputList implements Visitor {
  private index = 0;
  private tools: ToolList | undefined;
  private partIndex = 0;
  private partList: PartList = 'content';
  /** Made where there are parts: most messages are a text alone. */
  private madePart: NamedMembers | undefined;
  private readonly parts: Visitor = {
    enter: (bytes, start) => {
      if (bytes[start] !== OPEN_BRACE) return undefined;
      this.part.reset();
      return this.part;
    },
    leave: (bytes, start, end) => {
      this.looks.onPart?.(bytes, {
        item: this.index,
        list: this.partList,
        index: this.partIndex,
        start,
        end,
        isObject: bytes[start] === OPEN_BRACE,
        members: this.part,
      });
      this.partIndex += 1;
    },
  };
  private readonly item = new NamedMembers(ITEM_MEMBERS, {
    content: (bytes, start) => this.enterParts(bytes, start, 'content'),
    output: (bytes, start) => this.enterParts(bytes, start, 'output'),
    summary: (bytes, start) => this.enterParts(bytes, start, 'summary'),
    tools: (bytes, start) => {
      if (bytes[start] !== OPEN_BRACKET) return undefined;
      this.tools = new ToolList(`input[${this.index}].tools`);
      return this.tools;
    },
  });

  constructor(private readonly looks: InputLooks) {}

  enter(bytes: Buffer, start: number): Visitor | undefined {
    if (bytes[start] !== OPEN_BRACE) return undefined;
    this.item.reset();
    this.tools = undefined;
    return this.item;
  }

  leave(bytes: Buffer, start: number, end: number): void {
    const isObject = bytes[start] === OPEN_BRACE;
    const { index, tools, item: members } = this;
    this.looks.onItem(bytes, { index, start, end, isObject, members, tools });
    this.index += 1;
  }

  private get part(): NamedMembers {
    this.madePart ??= new NamedMembers(PART_MEMBERS);
    return this.madePart;
  }

  private enterParts(bytes: Buffer, start: number, list: PartList): Visitor | undefined {
    if (bytes[start] !== OPEN_BRACKET || this.looks.onPart === undefined) return undefined;
    this.partList = list;
    this.partIndex = 0;
    return this.parts;
  }
}
