/** A call of one tool, as the model wrote it. */
export interface RecordedToolCall {
  readonly id?: string;
  readonly name: string;
  /** JSON text, sent as it is; broken text is allowed. */
  readonly arguments: string;
}

export interface ChatAnswer {
  readonly id?: string;
  readonly model?: string;
  readonly content?: string | null;
  readonly toolCalls?: readonly RecordedToolCall[];
  readonly finishReason?: string;
  /** `null` leaves usage out of the answer. */
  readonly usage?: Record<string, unknown> | null;
  /** Members put into the message (or, on streams, nowhere). */
  readonly message?: Record<string, unknown>;
  /** Members put beside `choices`. */
  readonly extra?: Record<string, unknown>;
}

export const CHAT_USAGE = {
  prompt_tokens: 10,
  completion_tokens: 5,
  total_tokens: 15,
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
};

const CREATED = 1_760_000_000;

/** A `chat.completion` in the shape provider B sends. */
export function chatCompletion(answer: ChatAnswer = {}): Buffer {
  const calls = answer.toolCalls?.map(renderCall);
  const finishReason = answer.finishReason ?? (calls === undefined ? 'stop' : 'tool_calls');
  const content =
    answer.content === undefined ? (calls === undefined ? 'Hello there.' : null) : answer.content;
  return toJson({
    id: answer.id ?? 'chatcmpl-recorded',
    object: 'chat.completion',
    created: CREATED,
    model: answer.model ?? 'gpt-4o-mini',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content,
          refusal: null,
          ...(calls !== undefined && { tool_calls: calls }),
          ...answer.message,
        },
        logprobs: null,
        finish_reason: finishReason,
      },
    ],
    ...(answer.usage !== null && { usage: answer.usage ?? CHAT_USAGE }),
    system_fingerprint: 'fp_recorded',
    ...answer.extra,
  });
}

/** A marketplace completion: provider B's shape with the cost inside the usage. */
export function marketplaceCompletion(answer: ChatAnswer & { readonly cost: number }): Buffer {
  const usage = { ...CHAT_USAGE, ...answer.usage, cost: answer.cost, is_byok: false };
  return chatCompletion({ ...answer, usage, extra: { provider: 'Recorded', ...answer.extra } });
}

/** A piece of a stream: text, or any delta as it stands. */
export type ChatDelta = string | Record<string, unknown>;

export interface ChatStreamOptions {
  readonly id?: string;
  readonly model?: string;
  /** `null` sends no finishing chunk. */
  readonly finishReason?: string | null;
  /** Sent in a last chunk without choices; absent = no usage chunk. */
  readonly usage?: Record<string, unknown>;
  /** False leaves out `data: [DONE]`. */
  readonly done?: boolean;
}

/** The events of a streamed completion, one buffer each, so that gates can be put between them. */
export function chatEvents(deltas: readonly ChatDelta[], options: ChatStreamOptions = {}): Buffer[] {
  const chunk = (choices: unknown[], usage?: unknown): Buffer =>
    toEvent({
      id: options.id ?? 'chatcmpl-recorded',
      object: 'chat.completion.chunk',
      created: CREATED,
      model: options.model ?? 'gpt-4o-mini',
      system_fingerprint: 'fp_recorded',
      choices,
      ...(usage !== undefined && { usage }),
    });
  const choice = (delta: unknown, finishReason: string | null): unknown[] => [
    { index: 0, delta, logprobs: null, finish_reason: finishReason },
  ];
  const events = [chunk(choice({ role: 'assistant', content: '' }, null))];
  for (const delta of deltas)
    events.push(chunk(choice(typeof delta === 'string' ? { content: delta } : delta, null)));
  if (options.finishReason !== null) events.push(chunk(choice({}, options.finishReason ?? 'stop')));
  if (options.usage !== undefined) events.push(chunk([], options.usage));
  if (options.done !== false) events.push(Buffer.from('data: [DONE]\n\n'));
  return events;
}

/** A whole streamed completion. */
export function chatStream(deltas: readonly ChatDelta[], options: ChatStreamOptions = {}): Buffer {
  return Buffer.concat(chatEvents(deltas, options));
}

/** The deltas of one streamed tool call, its arguments in the given pieces. */
export function toolCallDeltas(call: {
  index?: number;
  id?: string;
  name: string;
  pieces: readonly string[];
}): ChatDelta[] {
  const index = call.index ?? 0;
  const start = {
    index,
    id: call.id ?? 'call_recorded',
    type: 'function',
    function: { name: call.name, arguments: '' },
  };
  return [
    { tool_calls: [start] },
    ...call.pieces.map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ];
}

/** An embeddings answer; base64 is what B's Node SDK asks for. */
export function embeddings(
  vectors: readonly (readonly number[])[] = [[0.6, 0.8]],
  options: { model?: string; tokens?: number; encoding?: 'float' | 'base64' } = {},
): Buffer {
  const tokens = options.tokens ?? 3;
  return toJson({
    object: 'list',
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: options.encoding === 'base64' ? toBase64(vector) : vector,
    })),
    model: options.model ?? 'text-embedding-3-small',
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  });
}

/** Provider B's error envelope. */
export function openAiError(
  error: { message?: string; type?: string; code?: string | null; param?: string | null } = {},
): Buffer {
  const defaults = { message: 'Recorded failure.', type: 'invalid_request_error', param: null, code: null };
  return toJson({ error: { ...defaults, ...error } });
}

function renderCall(call: RecordedToolCall, index: number): Record<string, unknown> {
  const described = { name: call.name, arguments: call.arguments };
  return { id: call.id ?? `call_recorded_${index}`, type: 'function', function: described };
}

function toBase64(vector: readonly number[]): string {
  const floats = Float32Array.from(vector);
  return Buffer.from(floats.buffer).toString('base64');
}

function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function toEvent(value: unknown): Buffer {
  return Buffer.from(`data: ${JSON.stringify(value)}\n\n`);
}
