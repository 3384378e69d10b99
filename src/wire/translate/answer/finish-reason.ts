export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'function_call' | 'content_filter';

const FINISH_REASONS = new Map<unknown, FinishReason>([
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
]);

/**
 * Provider B's word for provider A's `stop_reason` (wire notes 2.1); null and words to come are `stop`.
 * @param legacyFunctions the request spoke of `functions`, not of `tools`
 */
export function toFinishReason(stopReason: unknown, legacyFunctions: boolean): FinishReason {
  const reason = FINISH_REASONS.get(stopReason) ?? 'stop';
  return legacyFunctions && reason === 'tool_calls' ? 'function_call' : reason;
}
