import { InvalidRequestError } from '../../../lib/gateway-error.js';
import type { Steps } from '../../../lib/steps.js';
import type {
  CacheControl,
  RequestBlock,
  RequestMessage,
  ToolResultBlock,
  ToolUseBlock,
} from '../../anthropic/messages-request.js';
import { ToolUseIds } from './tool-use-ids.js';

/** A tool call as the caller wrote it, before its id was made fit. */
export type CallToAdd = Omit<ToolUseBlock, 'id' | 'type'> & { readonly originalId: string };

export interface ResultToAdd {
  readonly content: string | RequestBlock[];
  readonly isError: boolean;
  readonly cacheControl?: CacheControl;
}

interface OpenCall {
  readonly id: string;
  /** Usually one. Provider A takes one result a call, so that more of them are joined. */
  readonly results: ResultToAdd[];
}

/** The calls of one turn that share an id (or the name of a legacy function): results go to them in order. */
interface CallGroup {
  readonly calls: OpenCall[];
  answered: number;
}

interface Turn {
  readonly role: 'user' | 'assistant';
  readonly blocks: RequestBlock[];
  /**
   * Calls made in an assistant turn; the user turn behind it answers them. Like the maps made with the first of them: a
   * conversation may have tens of thousands of turns, and what each has tells.
   */
  calls: OpenCall[] | undefined;
  callsById: Map<string, CallGroup> | undefined;
  callsByFunction: Map<string, CallGroup> | undefined;
}

const TURNS_A_STEP = 128;
const MISSING_RESULT = 'No result was returned for this tool call.';
const CONVERSATION_START = '(The conversation starts with the reply below.)';

/**
 * Builds provider A's message list (wire notes 1.4): neighbours of one role become one message, the results of an
 * assistant turn come first in the user message behind it, and a call that nobody answered gets an error result.
 */
export class Conversation {
  private readonly turns: Turn[] = [];
  private readonly ids = new ToolUseIds();
  /** The last assistant turn that made calls, while its results may still arrive. */
  private calling: Turn | undefined;
  private legacyCalls = 0;

  addUserBlocks(blocks: RequestBlock[]): void {
    this.addBlocks('user', blocks);
  }

  addAssistantBlocks(blocks: RequestBlock[]): void {
    this.addBlocks('assistant', blocks);
  }

  addCall({ originalId, ...members }: CallToAdd): void {
    const call = this.openCall(originalId, members);
    addToGroup((this.turn('assistant').callsById ??= new Map<string, CallGroup>()), originalId, call);
  }

  /** A legacy `function_call`: provider A needs an id, so one is made from its number in the conversation. */
  addFunctionCall(members: Omit<CallToAdd, 'originalId'>): void {
    this.legacyCalls += 1;
    const call = this.openCall(`function_call_${this.legacyCalls}`, members);
    addToGroup((this.turn('assistant').callsByFunction ??= new Map<string, CallGroup>()), members.name, call);
  }

  /** @throws InvalidRequestError when no call of the assistant turn before has this id. */
  addResult(originalId: string, result: ResultToAdd, param: string): void {
    const found = this.answer(this.calling?.callsById?.get(originalId), result);
    if (found) return;
    throw new InvalidRequestError({
      param,
      message: `\`${param}\` is "${originalId.slice(0, 80)}", but the assistant message before it made no call with that id: send each result after the message that asked for it.`,
    });
  }

  /** @throws InvalidRequestError when the assistant turn before did not call this function. */
  addFunctionResult(name: string, result: ResultToAdd, param: string): void {
    const found = this.answer(this.calling?.callsByFunction?.get(name), result);
    if (found) return;
    throw new InvalidRequestError({
      param,
      message: `\`${param}\` is "${name.slice(0, 80)}", but the assistant message before it did not call that function.`,
    });
  }

  /** The finished messages; empty when nothing had content. */
  *finish(): Steps<RequestMessage[]> {
    const messages: RequestMessage[] = [];
    if (this.turns[0]?.role === 'assistant') messages.push({ role: 'user', content: CONVERSATION_START });
    let open: OpenCall[] | undefined;
    for (const { role, blocks, calls } of this.turns) {
      const content = open === undefined ? blocks : [...open.map(toResultBlock), ...blocks];
      messages.push({ role, content: plainIfPossible(content) });
      open = calls;
      if (messages.length % TURNS_A_STEP === 0) yield;
    }
    if (open !== undefined) messages.push({ role: 'user', content: open.map(toResultBlock) });
    return messages;
  }

  private addBlocks(role: Turn['role'], blocks: RequestBlock[]): void {
    if (blocks.length === 0) return;
    const turn = this.turn(role);
    for (const block of blocks) turn.blocks.push(block);
  }

  private openCall(originalId: string, members: Omit<ToolUseBlock, 'id' | 'type'>): OpenCall {
    const turn = this.turn('assistant');
    const call: OpenCall = { id: this.ids.assign(originalId), results: [] };
    turn.blocks.push({ type: 'tool_use', id: call.id, ...members });
    (turn.calls ??= []).push(call);
    this.calling = turn;
    return call;
  }

  /** False when there is no such call. One result more than there are calls belongs to the last of them. */
  private answer(group: CallGroup | undefined, result: ResultToAdd): boolean {
    const call = group && (group.calls[group.answered] ?? group.calls.at(-1));
    if (!group || !call) return false;
    group.answered += 1;
    call.results.push(result);
    this.turn('user');
    return true;
  }

  private turn(role: Turn['role']): Turn {
    const last = this.turns.at(-1);
    if (last?.role === role) return last;
    const turn: Turn = {
      role,
      blocks: [],
      calls: undefined,
      callsById: undefined,
      callsByFunction: undefined,
    };
    this.turns.push(turn);
    if (role === 'assistant') this.calling = undefined;
    return turn;
  }
}

function addToGroup(groups: Map<string, CallGroup>, key: string, call: OpenCall): void {
  const group = groups.get(key);
  if (group) group.calls.push(call);
  else groups.set(key, { calls: [call], answered: 0 });
}

function toResultBlock({ id, results }: OpenCall): ToolResultBlock {
  const [first] = results;
  if (!first) return { type: 'tool_result', tool_use_id: id, content: MISSING_RESULT, is_error: true };
  const cacheControl = results.findLast((result) => result.cacheControl)?.cacheControl;
  return {
    type: 'tool_result',
    tool_use_id: id,
    content: results.length === 1 ? first.content : results.flatMap(({ content }) => toBlocks(content)),
    ...(results.some(({ isError }) => isError) && { is_error: true }),
    ...(cacheControl && { cache_control: cacheControl }),
  };
}

function toBlocks(content: string | RequestBlock[]): RequestBlock[] {
  if (typeof content !== 'string') return content;
  return /\S/.test(content) ? [{ type: 'text', text: content }] : [];
}

// One plain text is sent as a string: the shortest form, and the one that reads best in a log.
function plainIfPossible(blocks: RequestBlock[]): string | RequestBlock[] {
  const [only] = blocks;
  const plain = blocks.length === 1 && only?.type === 'text' && only.cache_control === undefined;
  return plain ? only.text : blocks;
}
