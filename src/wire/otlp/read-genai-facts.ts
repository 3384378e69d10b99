import type { Attributes, PlainValue } from './span-model.js';

/** What a span says about the use of a model. Tokens include cached ones; the cost is decimal text in USD. */
export interface GenAiFacts {
  readonly operation?: string;
  readonly provider?: string;
  /** What answered, or what was asked for when the answer is not told. */
  readonly model?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly costUsd?: number;
  readonly responseId?: string;
  readonly conversationId?: string;
  readonly agentName?: string;
  readonly toolName?: string;
}

/**
 * Names of one fact, the current semantic convention first, then its predecessors and what widespread instrumentation writes
 * instead (OpenInference, OpenLLMetry, the Vercel AI SDK).
 */
const NAMES = {
  operation: ['gen_ai.operation.name', 'llm.request.type', 'openinference.span.kind'],
  provider: ['gen_ai.provider.name', 'gen_ai.system', 'llm.provider', 'llm.vendor', 'ai.model.provider'],
  model: [
    'gen_ai.response.model',
    'gen_ai.request.model',
    'llm.model_name',
    'llm.response.model',
    'llm.request.model',
    'ai.response.model',
    'ai.model.id',
    'embedding.model_name',
  ],
  inputTokens: [
    'gen_ai.usage.input_tokens',
    'gen_ai.usage.prompt_tokens',
    'llm.usage.prompt_tokens',
    'llm.token_count.prompt',
    'ai.usage.inputTokens',
    'ai.usage.promptTokens',
    // Embeddings of the Vercel AI SDK.
    'ai.usage.tokens',
  ],
  outputTokens: [
    'gen_ai.usage.output_tokens',
    'gen_ai.usage.completion_tokens',
    'llm.usage.completion_tokens',
    'llm.token_count.completion',
    'ai.usage.outputTokens',
    'ai.usage.completionTokens',
  ],
  costUsd: [
    'gen_ai.usage.cost',
    'gen_ai.usage.total_cost',
    'gen_ai.usage.cost_usd',
    'gen_ai.cost.total',
    'operation.cost',
    'llm.usage.cost',
    'llm.cost.total',
    'llm.usage.total_cost',
  ],
  responseId: ['gen_ai.response.id', 'ai.response.id', 'llm.response.id'],
  conversationId: ['gen_ai.conversation.id', 'session.id', 'gen_ai.thread.id'],
  agentName: ['gen_ai.agent.name', 'agent.name'],
  toolName: ['gen_ai.tool.name', 'tool.name', 'ai.toolCall.name'],
} as const;

/** They tell again what the model calls beneath them told. */
const SUMMING_OPERATIONS = /agent|workflow|tool|chain|task|plan|retriev|evaluat/i;
/** Above these a count is a mistake, and sums must stay within 64 bits. */
const MAX_TOKENS = 1e9;
const MAX_COST_USD = 1e6;

/** Reads what the attributes tell, whichever convention they follow; what is not of the right type is not told. */
export function readGenAiFacts(attributes: Attributes): GenAiFacts {
  return {
    operation: textOf(attributes, NAMES.operation),
    provider: textOf(attributes, NAMES.provider),
    model: textOf(attributes, NAMES.model),
    inputTokens: countOf(attributes, NAMES.inputTokens),
    outputTokens: countOf(attributes, NAMES.outputTokens),
    costUsd: amountOf(attributes, NAMES.costUsd),
    responseId: textOf(attributes, NAMES.responseId),
    conversationId: textOf(attributes, NAMES.conversationId),
    agentName: textOf(attributes, NAMES.agentName),
    toolName: textOf(attributes, NAMES.toolName),
  };
}

/** Whether a span's tokens and cost are its own; those of agents, tools and workflows are sums of what is beneath. */
export function countsForItself({ operation }: GenAiFacts): boolean {
  return operation === undefined || !SUMMING_OPERATIONS.test(operation);
}

function textOf(attributes: Attributes, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = attributes[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

function countOf(attributes: Attributes, names: readonly string[]): number | undefined {
  const value = numberOf(attributes, names);
  return value === undefined || value > MAX_TOKENS ? undefined : Math.round(value);
}

function amountOf(attributes: Attributes, names: readonly string[]): number | undefined {
  const value = numberOf(attributes, names);
  return value === undefined || value > MAX_COST_USD ? undefined : value;
}

function numberOf(attributes: Attributes, names: readonly string[]): number | undefined {
  for (const name of names) {
    const value = toNumber(attributes[name]);
    if (value !== undefined && value >= 0) return value;
  }
  return undefined;
}

/** Some write numbers as text. */
function toNumber(value: PlainValue | undefined): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : undefined;
}
