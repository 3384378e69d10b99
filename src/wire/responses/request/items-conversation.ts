import type { MediaKind, ViewRole } from '../../openai/chat-view.js';
import { KeptOutlines, newOutline } from '../../openai/kept-outlines.js';
import type { MessageOutline } from '../../openai/view-of-message.js';
import type { InputLooks, SeenItem, SeenPart } from './input-list.js';
import { typeOfItem } from './item-types.js';
import type { NamedMembers } from './named-members.js';
import { wireNameIn } from './wire-name.js';
import type { SeenTools } from './tool-list.js';

const ROLES: Readonly<Record<string, ViewRole>> = {
  user: 'user',
  assistant: 'assistant',
  system: 'system',
  developer: 'system',
};
const CALL = /_call$/;
const OUTPUT = /_output$/;
/** Provider B runs these by itself: they are no call that somebody has to answer. */
const OWN_CALLS: ReadonlySet<string> = new Set([
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
]);

/**
 * Sees a conversation of items as one of chat messages: what an assistant says and calls without a break is one message, an output
 * is a message of its tool. Reasoning, and what provider B notes for itself, says nothing.
 */
export class ItemsConversation implements InputLooks {
  readonly kept = new KeptOutlines();
  readonly mediaAt: number[] = [];
  readonly mediaKinds = new Set<MediaKind>();
  /** Of `additional_tools`. */
  readonly tools: string[] = [];
  hasCustomTools = false;
  /** Texts and media of the item that is being walked. */
  private current: MessageOutline = newOutline();
  /** The assistant's message that may go on. */
  private open: MessageOutline | undefined;

  readonly onPart = (bytes: Buffer, { list, members, isObject, start, end }: SeenPart): void => {
    if (list === 'summary') return;
    const text = ['text', 'refusal'].find((name) => isObject && members.isText(bytes, name));
    if (text !== undefined) {
      this.current.texts.push(members.start(text), members.end(text));
      return;
    }
    this.current.media += 1;
    this.mediaAt.push(start, end);
    this.mediaKinds.add(isObject ? mediaKind(bytes, members) : 'image');
  };

  readonly onItem = (bytes: Buffer, item: SeenItem): void => {
    this.addItem(bytes, item, (item.isObject ? typeOfItem(bytes, item) : undefined) ?? '');
  };

  /** @param type as `typeOfItem` tells it; empty where nothing does */
  addItem(bytes: Buffer, item: SeenItem, type: string): void {
    const seen = this.current;
    this.current = newOutline();
    if (type === 'additional_tools') this.addTools(item.tools?.tools ?? []);
    else if (type === 'message') this.addMessage(bytes, item, seen);
    else if (OUTPUT.test(type)) this.addOutput(bytes, item, seen);
    else if (CALL.test(type) && !OWN_CALLS.has(type)) this.addCall(type);
  }

  /** A message that stands by itself. */
  addAlone(role: ViewRole, texts: readonly number[]): void {
    const message = outlineOf(role);
    for (const place of texts) message.texts.push(place);
    this.kept.add(message);
    this.open = undefined;
  }

  addTools(tools: SeenTools): void {
    const names = namesOf(tools, undefined);
    for (const { name, custom } of names) {
      this.tools.push(name);
      this.hasCustomTools ||= custom;
    }
  }

  private addMessage(bytes: Buffer, { members }: SeenItem, seen: MessageOutline): void {
    if (members.isText(bytes, 'content')) seen.texts.push(members.start('content'), members.end('content'));
    seen.role = ROLES[members.word(bytes, 'role') ?? ''] ?? 'unknown';
    if (seen.role !== 'assistant') {
      this.kept.add(seen);
      this.open = undefined;
      return;
    }
    const message = this.assistant();
    for (const place of seen.texts) message.texts.push(place);
    message.media += seen.media;
  }

  private addOutput(bytes: Buffer, { members }: SeenItem, seen: MessageOutline): void {
    if (members.isText(bytes, 'output')) seen.texts.push(members.start('output'), members.end('output'));
    seen.role = 'tool';
    this.kept.add(seen);
    this.open = undefined;
  }

  private addCall(type: string): void {
    this.assistant().toolCalls += 1;
    if (type === 'custom_tool_call') this.hasCustomTools = true;
  }

  private assistant(): MessageOutline {
    if (this.open === undefined) {
      this.open = outlineOf('assistant');
      this.kept.add(this.open);
    }
    return this.open;
  }
}

/** Not copied from an empty one: copies have hidden classes of their own. */
function outlineOf(role: ViewRole): MessageOutline {
  const outline = newOutline();
  outline.role = role;
  return outline;
}

function mediaKind(bytes: Buffer, members: NamedMembers): MediaKind {
  if (members.has(bytes, 'file_id')) return 'file_id';
  const type = members.word(bytes, 'type');
  if (type === 'input_audio') return 'audio';
  return type === 'input_file' ? 'file' : 'image';
}

function namesOf(
  tools: SeenTools,
  namespace: string | undefined,
): readonly { readonly name: string; readonly custom: boolean }[] {
  return tools.flatMap((tool) => {
    if (tool === undefined) return [{ name: 'tool', custom: false }];
    if (tool.type === 'namespace') return namesOf(tool.inner, tool.name ?? '');
    const name = tool.name ?? tool.type ?? 'tool';
    return [{ name: wireNameIn(namespace, name), custom: tool.type === 'custom' }];
  });
}
