import { randomUUID } from 'node:crypto';
import { composeAnswer } from '../../answers/compose-answer.js';
import type { PromptCache } from '../../answers/prompt-cache.js';
import type { SimulatedAnswer, SimulatedPrompt, SimulatedToolCall } from '../../answers/simulated-prompt.js';
import { toList, toRecord, toText, type JsonRecord } from '../../json-value.js';
import { markAutomaticPrefixes } from '../chat-outcome.js';
import { chatModelRules } from '../chat-model-rules.js';
import { sealReasoning } from './encrypted-reasoning.js';
import { offeredTools, offersWebSearch, type ResponsesTool } from './offered-tools.js';
import { readResponsesPrompt, readResponsesSegments } from './read-responses-prompt.js';
import { stagedEnding } from './staged-endings.js';
import { searchItem, citationOf, wantsSearch } from './web-search.js';

/** Everything an answer is rendered from. Ids differ from call to call, as provider B's do; the words do not. */
export interface ResponsesOutcome {
  id: string;
  /** Unix seconds. */
  created: number;
  body: JsonRecord;
  status: 'completed' | 'incomplete' | 'failed';
  /** Items whole, in order. */
  output: JsonRecord[];
  usage: JsonRecord;
}

const REFUSAL = "I'm sorry, but I can't help with that. [simulated]";

export function makeResponsesOutcome(
  body: JsonRecord,
  { promptCache, now }: { promptCache: PromptCache; now: Date },
): ResponsesOutcome {
  const tools = offeredTools(body);
  const prompt = readResponsesPrompt(body, tools);
  const answer = composeAnswer(prompt);
  const ending = stagedEnding(prompt.lastUserText);
  const output = [
    ...reasoningItems(body, answer),
    ...(ending === 'failure' ? [] : answerItems(body, { prompt, answer, tools })),
  ];
  const isCut = answer.finish === 'length' && ending === undefined;
  const last = output.at(-1);
  if (isCut && last !== undefined && last.type !== 'reasoning') last.status = 'incomplete';
  return {
    id: newId('resp'),
    created: Math.floor(now.getTime() / 1_000),
    body,
    status: ending === 'failure' ? 'failed' : isCut ? 'incomplete' : 'completed',
    output,
    usage: usageOf(body, answer, promptCache),
  };
}

interface Answered {
  readonly prompt: SimulatedPrompt;
  readonly answer: SimulatedAnswer;
  readonly tools: readonly ResponsesTool[];
}

function answerItems(body: JsonRecord, { prompt, answer, tools }: Answered): JsonRecord[] {
  if (stagedEnding(prompt.lastUserText) === 'refusal')
    return [message({ type: 'refusal', refusal: REFUSAL })];
  if (answer.toolCalls.length > 0) return answer.toolCalls.map((call) => callItem(call, tools));
  if (answer.text === '') return [];
  const searched = offersWebSearch(body) && wantsSearch(prompt);
  const annotations = searched ? [citationOf(answer.text)] : [];
  const part = { type: 'output_text', annotations, logprobs: [], text: answer.text };
  return [...(searched ? [searchItem(newId('ws'), prompt.lastUserText)] : []), message(part)];
}

function reasoningItems(body: JsonRecord, { reasoning }: SimulatedAnswer): JsonRecord[] {
  if (reasoning === '') return [];
  const isShown = toRecord(body.reasoning).summary !== undefined && toRecord(body.reasoning).summary !== null;
  const isSealed = toList(body.include).includes('reasoning.encrypted_content');
  return [
    {
      id: newId('rs'),
      type: 'reasoning',
      ...(isSealed && { encrypted_content: sealReasoning(String(body.model), reasoning) }),
      summary: isShown ? [{ type: 'summary_text', text: reasoning }] : [],
    },
  ];
}

function message(part: JsonRecord): JsonRecord {
  return { id: newId('msg'), type: 'message', status: 'completed', content: [part], role: 'assistant' };
}

function callItem({ name, argumentsJson }: SimulatedToolCall, tools: readonly ResponsesTool[]): JsonRecord {
  const tool = tools.find((one) => one.name === name);
  const named = {
    status: 'completed',
    call_id: `call_${randomHex(24)}`,
    name: tool?.ownName ?? name,
    ...(tool?.namespace !== undefined && { namespace: tool.namespace }),
  };
  if (tool?.isCustom === true)
    return { id: newId('ctc'), type: 'custom_tool_call', ...named, input: inputOf(argumentsJson) };
  return { id: newId('fc'), type: 'function_call', ...named, arguments: argumentsJson };
}

/** A call that was cut short has no JSON in it. */
function inputOf(argumentsJson: string): string {
  try {
    return toText(toRecord(JSON.parse(argumentsJson)).input);
  } catch {
    return argumentsJson;
  }
}

function usageOf(body: JsonRecord, answer: SimulatedAnswer, promptCache: PromptCache): JsonRecord {
  const model = String(body.model);
  const account = promptCache.account(
    model,
    markAutomaticPrefixes('provider-b', readResponsesSegments(body)),
  );
  const written = account.written5mTokens + account.written1hTokens;
  const input = account.uncachedTokens + account.readTokens + written;
  return {
    input_tokens: input,
    input_tokens_details: {
      ...(chatModelRules(model)?.reportsCacheWrites === true && { cache_write_tokens: written }),
      cached_tokens: account.readTokens,
    },
    output_tokens: answer.outputTokens,
    output_tokens_details: { reasoning_tokens: answer.reasoningTokens },
    total_tokens: input + answer.outputTokens,
  };
}

function newId(prefix: string): string {
  return `${prefix}_simulated${randomHex(32)}`;
}

function randomHex(chars: number): string {
  return randomUUID().replaceAll('-', '').slice(0, chars);
}
