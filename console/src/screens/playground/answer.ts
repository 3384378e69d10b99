/** What of an answer is there so far. */
export interface AnswerSoFar {
  readonly text: string;
  readonly reasoning: string;
  /** Why it ended, in the provider's word. */
  readonly finish: string | undefined;
  /** An error in the middle of the stream, in the API's words. */
  readonly error: string | undefined;
}

export const NO_ANSWER: AnswerSoFar = { text: '', reasoning: '', finish: undefined, error: undefined };

interface Chunk {
  readonly choices?: readonly {
    readonly delta?: Readonly<Record<string, unknown>>;
    readonly finish_reason?: string | null;
  }[];
  readonly error?: { readonly message?: unknown };
}

/** The answer with the data of one more event. What cannot be read changes nothing. Pure. */
export function withEvent(answer: AnswerSoFar, data: string): AnswerSoFar {
  const chunk = chunkOf(data);
  if (chunk?.error !== undefined)
    return { ...answer, error: typeof chunk.error.message === 'string' ? chunk.error.message : data };
  const choice = chunk?.choices?.[0];
  if (choice === undefined) return answer;
  const { delta = {}, finish_reason: finish } = choice;
  return {
    ...answer,
    text: answer.text + textOf(delta['content']) + textOf(delta['refusal']),
    reasoning: answer.reasoning + (textOf(delta['reasoning_content']) || textOf(delta['reasoning'])),
    finish: finish ?? answer.finish,
  };
}

function chunkOf(data: string): Chunk | undefined {
  if (data === '[DONE]') return undefined;
  try {
    return JSON.parse(data) as Chunk;
  } catch {
    return undefined;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
