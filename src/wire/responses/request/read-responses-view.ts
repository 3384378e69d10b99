import { atOnce, type Steps } from '../../../lib/steps.js';
import type { TopLevelMembers } from '../../json-bytes/scan-top-level.js';
import { visitInSteps } from '../../json-bytes/visit-in-steps.js';
import type { ChatView, ResponseFormatView } from '../../openai/chat-view.js';
import { formatView, MAX_FORMAT_BYTES, MAX_VIEWED_TOOLS } from '../../openai/read-chat-view.js';
import { findTextMembers } from './check-text-format.js';
import { InputList } from './input-list.js';
import { ItemsConversation } from './items-conversation.js';
import { ToolList } from './tool-list.js';

/** An opening and a closing quote. */
const EMPTY_TEXT_BYTES = 2;

/**
 * Reads what routing looks at from a Responses body that holds all that it refers to (`resolveInput`): the same conversation gives
 * the same view as in chat completions. Nothing is built but the edges of long texts; shapes that it does not know are skipped.
 */
export function readResponsesView(scan: TopLevelMembers): ChatView {
  return atOnce(readResponsesViewInSteps(scan));
}

/** The same for large bodies, in steps. */
export function* readResponsesViewInSteps(scan: TopLevelMembers): Steps<ChatView> {
  const { bytes } = scan;
  const conversation = beginConversation(scan);
  const tools = scan.find('tools');
  if (tools?.kind === 'array') {
    const list = new ToolList('tools');
    yield* visitInSteps(bytes, tools.valueStart, scan.hopper(), list);
    conversation.addTools(list.tools);
  }
  const input = scan.find('input');
  if (input?.kind === 'array')
    yield* visitInSteps(bytes, input.valueStart, scan.hopper(), new InputList(conversation));
  return yield* endConversation(scan, conversation);
}

/** What a body says beside its items; whoever walks through its tools and items for another reason shows them to it. */
export function beginConversation(scan: TopLevelMembers): ItemsConversation {
  const conversation = new ItemsConversation();
  const instructions = scan.find('instructions');
  if (instructions?.kind === 'string' && instructions.valueEnd - instructions.valueStart > EMPTY_TEXT_BYTES)
    conversation.addAlone('system', [instructions.valueStart, instructions.valueEnd]);
  const input = scan.find('input');
  if (input?.kind === 'string') conversation.addAlone('user', [input.valueStart, input.valueEnd]);
  return conversation;
}

/** The view, once the conversation has seen all tools and items. */
export function* endConversation(scan: TopLevelMembers, conversation: ItemsConversation): Steps<ChatView> {
  const { kept, mediaAt, mediaKinds } = conversation;
  return {
    messages: kept.views(scan.bytes),
    messageCount: kept.count,
    counts: kept.counts,
    media: mediaAt.length / 2,
    mediaAt,
    mediaKinds,
    tools: conversation.tools.slice(0, MAX_VIEWED_TOOLS),
    hasCustomTools: conversation.hasCustomTools,
    hasForeignMembers: false,
    responseFormat: yield* readFormat(scan),
  };
}

function* readFormat(scan: TopLevelMembers): Steps<ResponseFormatView | undefined> {
  if (scan.find('text')?.kind !== 'object') return undefined;
  const { text, format } = yield* findTextMembers(scan);
  const type = format.word(scan.bytes, 'type');
  if (type === undefined) return undefined;
  const [start, end] = [text.start('format'), text.end('format')];
  if (end - start > MAX_FORMAT_BYTES) return { type: 'json_schema', name: undefined, keys: [] };
  return formatView(type, JSON.parse(scan.bytes.toString('utf8', start, end)) as Record<string, unknown>);
}
