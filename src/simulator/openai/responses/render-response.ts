import { isPresent, toList, toRecord, type JsonRecord } from '../../json-value.js';
import { chatModelRules } from '../chat-model-rules.js';
import type { ResponsesOutcome } from './responses-outcome.js';

export const FAILURE = { code: 'server_error', message: 'The simulated model failed, as it was asked to.' };

/** A whole response object. */
export function renderResponse(outcome: ResponsesOutcome): JsonRecord {
  const { status, output, usage, created } = outcome;
  return {
    ...renderHead(outcome, status),
    ...(status === 'completed' && { completed_at: created }),
    error: status === 'failed' ? FAILURE : null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    output,
    usage,
  };
}

/** The response before anything of it is there: what it echoes of the request, with defaults filled in. */
export function renderHead({ id, created, body }: ResponsesOutcome, status: string): JsonRecord {
  return {
    id,
    object: 'response',
    created_at: created,
    status,
    background: false,
    completed_at: null,
    error: null,
    incomplete_details: null,
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    max_tool_calls: body.max_tool_calls ?? null,
    model: body.model,
    output: [],
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    previous_response_id: null,
    prompt_cache_key: body.prompt_cache_key ?? null,
    prompt_cache_retention: body.prompt_cache_retention ?? null,
    reasoning: { effort: effortOf(body), summary: toRecord(body.reasoning).summary ?? null },
    safety_identifier: body.safety_identifier ?? null,
    service_tier: 'default',
    store: body.store ?? true,
    temperature: body.temperature ?? 1,
    text: { format: { type: 'text' }, verbosity: 'medium', ...withoutNulls(body.text) },
    tool_choice: body.tool_choice ?? 'auto',
    tools: toList(body.tools).map(renderTool),
    top_logprobs: body.top_logprobs ?? 0,
    top_p: body.top_p ?? 1,
    truncation: body.truncation ?? 'disabled',
    usage: null,
    user: body.user ?? null,
    metadata: body.metadata ?? {},
  };
}

function effortOf(body: JsonRecord): unknown {
  const rules = chatModelRules(String(body.model));
  return rules?.isReasoning === true ? (toRecord(body.reasoning).effort ?? rules.defaultEffort) : null;
}

/** Strict unless the caller says otherwise, unlike on chat completions. */
function renderTool(tool: unknown): JsonRecord {
  const record = toRecord(tool);
  if (record.type !== 'function') return record;
  return { ...record, description: record.description ?? null, strict: record.strict ?? true };
}

function withoutNulls(value: unknown): JsonRecord {
  return Object.fromEntries(Object.entries(toRecord(value)).filter(([, member]) => isPresent(member)));
}
