import { InvalidRequestError } from '../../lib/gateway-error.js';
import type {
  CacheControl,
  RequestBlock,
  RequestMessage,
  ToolResultBlock,
  ToolUseBlock,
} from '../anthropic/messages-request.js';
import { ToolUseIds } from './tool-use-ids.js';

/** A tool call as the caller wrote it, before its id was made fit. */
export type CallToAdd = Omit<ToolUseBlock, 'id' | 'type'> & { readonly originalId: string };

export interface ResultToAdd {
  readonly content: string | RequestBlock[];
  readonly isError: boolean;
  readonly cacheControl?: CacheControl;
}

interface OpenCall {
  readonly originalId: string;
  /** Set for the legacy `function_call`, whose result names the function instead of an id. */
  readonly functionName?: string;
  readonly id: string;
  result?: ToolResultBlock;
}

interface Turn {
  readonly role: 'user' | 'assistant';
  readonly blocks: RequestBlock[];
  /** Calls made in an assistant turn; a user turn answers those of the turn before it. */
  readonly calls: OpenCall[];
}

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
    if (blocks.length > 0) this.turn('user').blocks.push(...blocks);
  }

  addAssistantBlocks(blocks: RequestBlock[]): void {
    if (blocks.length > 0) this.turn('assistant').blocks.push(...blocks);
  }

  addCall(call: CallToAdd): void {
    const { originalId, ...members } = call;
    this.openCall({ originalId, id: this.ids.assign(originalId) }, members);
  }

  /** A legacy `function_call`: provider A needs an id, so one is made from its number in the conversation. */
  addFunctionCall(call: Omit<CallToAdd, 'originalId'>): void {
    this.legacyCalls += 1;
    const originalId = `function_call_${this.legacyCalls}`;
    this.openCall({ originalId, functionName: call.name, id: this.ids.assign(originalId) }, call);
  }

  /** @throws InvalidRequestError when no call of the assistant turn before has this id. */
  addResult(originalId: string, result: ResultToAdd, param: string): void {
    const calls =
      this.calling?.calls.filter(
        (call) => call.originalId === originalId && call.functionName === undefined,
      ) ?? [];
    if (calls.length === 0) {
      throw new InvalidRequestError({
        param,
        message: `\`${param}\` is "${originalId.slice(0, 80)}", but the assistant message before it made no call with that id: send each result after the message that asked for it.`,
      });
    }
    this.turn('user');
    addToFirstOpen(calls, result);
  }

  /** @throws InvalidRequestError when the assistant turn before did not call this function. */
  addFunctionResult(name: string, result: ResultToAdd, param: string): void {
    const calls = this.calling?.calls.filter((call) => call.functionName === name) ?? [];
    if (calls.length === 0) {
      throw new InvalidRequestError({
        param,
        message: `\`${param}\` is "${name.slice(0, 80)}", but the assistant message before it did not call that function.`,
      });
    }
    this.turn('user');
    addToFirstOpen(calls, result);
  }

  /** The finished messages; empty when nothing had content. */
  finish(): RequestMessage[] {
    const messages: RequestMessage[] = [];
    if (this.turns[0]?.role === 'assistant') messages.push({ role: 'user', content: CONVERSATION_START });
    for (const [index, turn] of this.turns.entries()) {
      const results = turn.role === 'user' ? resultsOf(this.turns[index - 1]) : [];
      messages.push({ role: turn.role, content: plainIfPossible([...results, ...turn.blocks]) });
    }
    const last = this.turns.at(-1);
    if (last && last.calls.length > 0) messages.push({ role: 'user', content: resultsOf(last) });
    return messages;
  }

  private openCall(call: OpenCall, members: Omit<ToolUseBlock, 'id' | 'type'>): void {
    const turn = this.turn('assistant');
    turn.blocks.push({ type: 'tool_use', id: call.id, ...members });
    turn.calls.push(call);
    this.calling = turn;
  }

  private turn(role: 'user' | 'assistant'): Turn {
    const last = this.turns.at(-1);
    if (last?.role === role) return last;
    const turn: Turn = { role, blocks: [], calls: [] };
    this.turns.push(turn);
    if (role === 'assistant') this.calling = undefined;
    return turn;
  }
}

function addToFirstOpen(calls: OpenCall[], result: ResultToAdd): void {
  const call = calls.find(({ result: known }) => known === undefined) ?? calls.at(-1);
  if (!call) return;
  // Provider A takes one result a call; a second one for the same call is joined to the first.
  const content = call.result ? joinContent(call.result.content, result.content) : result.content;
  const isError = result.isError || call.result?.is_error === true;
  const cacheControl = result.cacheControl ?? call.result?.cache_control;
  call.result = {
    type: 'tool_result',
    tool_use_id: call.id,
    content,
    ...(isError && { is_error: true }),
    ...(cacheControl && { cache_control: cacheControl }),
  };
}

function joinContent(first: ToolResultBlock['content'], second: string | RequestBlock[]): RequestBlock[] {
  return [first, second].flatMap((content): readonly RequestBlock[] => {
    if (typeof content !== 'string') return content;
    return /\S/.test(content) ? [{ type: 'text', text: content }] : [];
  });
}

function resultsOf(turn: Turn | undefined): ToolResultBlock[] {
  return (turn?.calls ?? []).map(
    ({ id, result }) =>
      result ?? { type: 'tool_result', tool_use_id: id, content: MISSING_RESULT, is_error: true },
  );
}

// One plain text is sent as a string: the shortest form, and the one that reads best in a log.
function plainIfPossible(blocks: RequestBlock[]): string | RequestBlock[] {
  const [only] = blocks;
  const plain = blocks.length === 1 && only?.type === 'text' && only.cache_control === undefined;
  return plain ? only.text : blocks;
}
