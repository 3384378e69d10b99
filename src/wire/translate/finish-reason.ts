export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter';

const FINISH_REASONS = new Map<unknown, FinishReason>([
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['tool_use', 'tool_calls'],
  ['refusal', 'content_filter'],
]);

/** Provider B's word for provider A's `stop_reason` (wire notes 2.1); null and words to come are `stop`. */
export function toFinishReason(stopReason: unknown): FinishReason {
  return FINISH_REASONS.get(stopReason) ?? 'stop';
}
