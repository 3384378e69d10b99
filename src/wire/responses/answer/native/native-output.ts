import { isFault, skipString, skipValue } from '../../../json-bytes/skip-value.js';
import { TextMeter } from '../../../json-bytes/text-meter.js';
import {
  isKey,
  startsWithWord,
  walkArray,
  walkObject,
  type OnMember,
} from '../../../json-bytes/walk-members.js';

const MAX_DEPTH = 500;
const QUOTE = 0x22;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
/** Members that hold what the model wrote, in items and in their parts. */
const WRITTEN = ['text', 'refusal', 'arguments', 'input', 'name'];
/** Items that say nothing beside their text. */
const TEXT_ITEMS = ['message', 'reasoning'];
/** Items that run at the provider, or that the model did not write: no caller has to answer them. */
const SERVER_ITEMS = ['web_search_call', 'compaction'];

/** What a native `output` holds, read without building it. */
export class NativeOutput {
  /** Searches that are charged for: those that looked for something, and did not open or look through a page. */
  webSearches = 0;
  /** Bytes of text in messages, refusals, readable reasoning, and names and arguments of calls. */
  outputBytes = 0;
  /** Some item is a call that the caller is to answer. */
  callsTools = false;
  /** Some item is neither a message nor reasoning. */
  hasMore = false;
  /** Some message refuses. */
  refuses = false;

  private readonly meter = new TextMeter();
  private typeStart = 0;
  private actionStart = 0;
  private searches = false;

  /** From the bracket of an `output`, or from the brace of one item. */
  read(bytes: Buffer, start: number): this {
    if (bytes[start] === OPEN_BRACE) this.onItem(bytes, start);
    else if (bytes[start] === OPEN_BRACKET) walkArray(bytes, start, MAX_DEPTH, this.onItem);
    return this;
  }

  private readonly onItem = (bytes: Buffer, start: number): number => {
    this.typeStart = 0;
    this.actionStart = 0;
    const end = walkObject(bytes, start, MAX_DEPTH, this.onItemMember);
    const is = (word: string): boolean => this.typeStart > 0 && isWord(bytes, this.typeStart, word);
    if (is('web_search_call') && this.isSearch(bytes)) this.webSearches += 1;
    if (this.typeStart > 0 && !TEXT_ITEMS.some(is)) {
      this.hasMore = true;
      if (!SERVER_ITEMS.some(is)) this.callsTools = true;
    }
    return end;
  };

  private readonly onItemMember: OnMember = (bytes, keyStart, keyEnd, start) => {
    if (isKey(bytes, keyStart, keyEnd, 'type')) this.typeStart = start;
    else if (isKey(bytes, keyStart, keyEnd, 'action')) this.actionStart = start;
    else if (isKey(bytes, keyStart, keyEnd, 'content') || isKey(bytes, keyStart, keyEnd, 'summary'))
      return walkArray(bytes, start, MAX_DEPTH, this.onPart);
    return this.onWritten(bytes, keyStart, keyEnd, start);
  };

  private readonly onPart = (bytes: Buffer, start: number): number =>
    walkObject(bytes, start, MAX_DEPTH, this.onWritten);

  private readonly onWritten: OnMember = (bytes, keyStart, keyEnd, start) => {
    if (bytes[start] !== QUOTE || !WRITTEN.some((name) => isKey(bytes, keyStart, keyEnd, name)))
      return skipValue(bytes, start, MAX_DEPTH);
    this.meter.notation = 0;
    const end = skipString(bytes, start, this.meter);
    if (isFault(end)) return end;
    const size = end - start - 2 - this.meter.notation;
    this.outputBytes += size;
    if (size > 0 && isKey(bytes, keyStart, keyEnd, 'refusal')) this.refuses = true;
    return end;
  };

  /** Provider B charges for an `action` of type `search`, and for a call that does not say. */
  private isSearch(bytes: Buffer): boolean {
    this.searches = true;
    if (this.actionStart > 0) walkObject(bytes, this.actionStart, MAX_DEPTH, this.onActionMember);
    return this.searches;
  }

  private readonly onActionMember: OnMember = (bytes, keyStart, keyEnd, start) => {
    if (bytes[start] === QUOTE && isKey(bytes, keyStart, keyEnd, 'type'))
      this.searches = isWord(bytes, start, 'search');
    return skipValue(bytes, start, MAX_DEPTH);
  };
}

function isWord(bytes: Buffer, quote: number, word: string): boolean {
  return startsWithWord(bytes, quote + 1, word) && bytes[quote + 1 + word.length] === QUOTE;
}
