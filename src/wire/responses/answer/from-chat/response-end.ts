import type { IncompleteReason } from '../response-frame.js';

export interface ResponseEnd {
  readonly status: 'completed' | 'incomplete';
  readonly reason: IncompleteReason | undefined;
}

/** How a response ends whose chat answer ended so. */
export function endOf(finishReason: string | undefined): ResponseEnd {
  if (finishReason === 'length') return { status: 'incomplete', reason: 'max_output_tokens' };
  if (finishReason === 'content_filter') return { status: 'incomplete', reason: 'content_filter' };
  return { status: 'completed', reason: undefined };
}

/** What is left of the model's words is whole, or was cut off. */
export function endingOf({ status }: ResponseEnd): 'whole' | 'cut' {
  return status === 'completed' ? 'whole' : 'cut';
}
