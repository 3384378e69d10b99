import { composeAnswer } from '../answers/compose-answer.js';
import type { CacheAccount, PromptCache } from '../answers/prompt-cache.js';
import type { SimulatedAnswer } from '../answers/simulated-prompt.js';
import { toList, toRecord, toText, type JsonRecord } from '../json-value.js';
import { stableHash } from '../stable-hash.js';
import type { ClaudeModelRules } from './claude-model-rules.js';
import { readMessagesPrompt, readMessagesSegments } from './read-messages-prompt.js';
import { conversationPrefix, signThinking } from './thinking-signature.js';

/** Everything an answer in A's dialect is rendered from. */
export interface MessageOutcome {
  id: string;
  model: string;
  /** Whole content blocks, in order. */
  content: JsonRecord[];
  stopReason: string;
  stopSequence: string | null;
  usage: JsonRecord;
}

/** Answers a validated Messages request. The same request gets the same outcome, cache counts apart. */
export function makeMessageOutcome(
  body: JsonRecord,
  rules: ClaudeModelRules,
  source: { promptCache: PromptCache; serviceTier: 'standard' | 'batch' },
): MessageOutcome {
  const prompt = readMessagesPrompt(body, rules);
  const answer = composeAnswer(prompt);
  const hash = stableHash(JSON.stringify(body)).slice(0, 24);
  const searchTool =
    answer.toolCalls.length === 0 && answer.finish !== 'length' ? serverToolOf(body) : undefined;
  const usage = renderUsage(source.promptCache.account(prompt.model, readMessagesSegments(body)), answer);
  return {
    id: `msg_simulated_${hash}`,
    model: prompt.model,
    content: [
      ...renderThinking(body, rules, answer, prompt.reasoningTokens > 0),
      ...renderServerTool(searchTool, hash, prompt.lastUserText),
      ...(answer.text === '' ? [] : [{ type: 'text', text: answer.text }]),
      ...answer.toolCalls.map((call, index) => ({
        type: 'tool_use',
        id: `toolu_simulated_${hash}_${index}`,
        name: call.name,
        input: parseInput(call.argumentsJson),
      })),
    ],
    stopReason: stopReasonOf(answer),
    stopSequence: answer.stopSequence ?? null,
    usage: {
      ...usage,
      server_tool_use: searchTool === undefined ? null : serverToolCounts(searchTool),
      service_tier: source.serviceTier,
      inference_geo: 'not_available',
      ...(typeof body.speed === 'string' && { speed: body.speed }),
    },
  };
}

function stopReasonOf(answer: SimulatedAnswer): string {
  switch (answer.finish) {
    case 'stop':
      return 'end_turn';
    case 'stop_sequence':
      return 'stop_sequence';
    case 'length':
      return 'max_tokens';
    case 'tool_calls':
      return 'tool_use';
  }
}

function renderThinking(
  body: JsonRecord,
  rules: ClaudeModelRules,
  answer: SimulatedAnswer,
  isThinking: boolean,
): JsonRecord[] {
  if (!isThinking) return [];
  const display = toRecord(body.thinking).display ?? (rules.omitsThinkingText ? 'omitted' : 'summarized');
  const thinking = display === 'omitted' ? '' : answer.reasoning;
  const prefix = conversationPrefix(body, toList(body.messages).length);
  return [
    {
      type: 'thinking',
      thinking,
      signature: signThinking({ model: toText(body.model), text: thinking, prefix }),
    },
  ];
}

function serverToolOf(body: JsonRecord): string | undefined {
  const types = toList(body.tools).map((tool) => toText(toRecord(tool).type));
  const match = types
    .map((type) => /^(web_search|web_fetch)_\d{8}$/.exec(type)?.[1])
    .find((name) => name !== undefined);
  return toRecord(body.tool_choice).type === 'none' ? undefined : match;
}

function renderServerTool(name: string | undefined, hash: string, question: string): JsonRecord[] {
  if (name === undefined) return [];
  const id = `srvtoolu_simulated_${hash}`;
  const url = 'https://example.com/simulated';
  const isSearch = name === 'web_search';
  const input = isSearch ? { query: question.slice(0, 100) } : { url };
  const page = {
    type: 'document',
    source: { type: 'text', media_type: 'text/plain', data: '[simulated] page' },
  };
  const found = isSearch
    ? [
        {
          type: 'web_search_result',
          url,
          title: '[simulated] result',
          encrypted_content: hash,
          page_age: null,
        },
      ]
    : { type: 'web_fetch_result', url, content: page, retrieved_at: null };
  return [
    { type: 'server_tool_use', id, name, input },
    { type: `${name}_tool_result`, tool_use_id: id, content: found },
  ];
}

function serverToolCounts(name: string): JsonRecord {
  const isSearch = name === 'web_search';
  return { web_search_requests: isSearch ? 1 : 0, web_fetch_requests: isSearch ? 0 : 1 };
}

function renderUsage(account: CacheAccount, answer: SimulatedAnswer): JsonRecord {
  return {
    input_tokens: account.uncachedTokens,
    cache_creation_input_tokens: account.written5mTokens + account.written1hTokens,
    cache_read_input_tokens: account.readTokens,
    cache_creation: {
      ephemeral_5m_input_tokens: account.written5mTokens,
      ephemeral_1h_input_tokens: account.written1hTokens,
    },
    output_tokens: answer.outputTokens,
    ...(answer.reasoningTokens > 0 && { output_tokens_details: { thinking_tokens: answer.reasoningTokens } }),
  };
}

/** Arguments cut by the output limit are no JSON: the block then has an empty input, as at the provider. */
function parseInput(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return {};
  }
}
