const SENTENCE = 'The lighthouse keeper writes down every ship that passes before the lamp is lit. ';
const ANSWER_TEXT = SENTENCE.repeat(8).slice(0, 640);
const EMBEDDING_LENGTH = 1_536;
const CREATED = 1_750_000_000;
/** The end of ids that are told apart by it: what is kept is kept under its id, and each must be another one. */
export const NUMBER_IN_IDS = '000000000000';
const RESPONSE_ID = `resp_bench${NUMBER_IN_IDS}`;
const MESSAGE_ID = `msg_bench${NUMBER_IN_IDS}`;

/** The text that a whole (not streamed) answer carries, so that a check can compare it. */
export const WHOLE_ANSWER_TEXT = ANSWER_TEXT;

/** The text of chunk number `index` of a stream. */
export function chunkText(index) {
  return `word${index} `;
}

/** `chat.completion` of provider B with usage, about 1 KB. */
export function wholeChatAnswer(model) {
  return {
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: CREATED,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: ANSWER_TEXT, refusal: null, annotations: [] },
        logprobs: null,
        finish_reason: 'stop',
      },
    ],
    usage: chatUsage(128),
    service_tier: 'default',
    system_fingerprint: 'fp_bench',
  };
}

/** The events of a provider B stream: content chunks, the finish, the usage chunk, `[DONE]`. */
export function chatStreamEvents(model, chunks) {
  const event = (choices, extra) =>
    `data: ${JSON.stringify({
      id: 'chatcmpl-bench',
      object: 'chat.completion.chunk',
      created: CREATED,
      model,
      system_fingerprint: 'fp_bench',
      choices,
      ...extra,
    })}\n\n`;
  const events = [];
  for (let index = 0; index < chunks; index++) {
    const delta = index === 0 ? { role: 'assistant', content: chunkText(0) } : { content: chunkText(index) };
    const finishReason = index === chunks - 1 ? 'stop' : null;
    events.push(event([{ index: 0, delta, logprobs: null, finish_reason: finishReason }], { usage: null }));
  }
  events.push(event([], { usage: chatUsage(chunks) }), 'data: [DONE]\n\n');
  return events;
}

/** A `message` of provider A with usage. */
export function wholeMessagesAnswer(model) {
  return {
    id: 'msg_bench',
    type: 'message',
    role: 'assistant',
    model,
    content: [{ type: 'text', text: ANSWER_TEXT }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: messagesUsage(128),
  };
}

/** The events of a provider A stream, as its Messages API sends them. */
export function messagesStreamEvents(model, chunks) {
  const event = (type, data) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
  const message = {
    id: 'msg_bench',
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: messagesUsage(1),
  };
  const events = [
    event('message_start', { message }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
  ];
  for (let index = 0; index < chunks; index++) {
    events.push(
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: chunkText(index) } }),
    );
  }
  events.push(
    event('content_block_stop', { index: 0 }),
    event('message_delta', {
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: chunks },
    }),
    event('message_stop', {}),
  );
  return events;
}

/** A `response` of provider B with usage, with no more in it than clients need. */
export function wholeResponsesAnswer(model) {
  return responseObject({ model, status: 'completed', text: ANSWER_TEXT, tokens: 128 });
}

/** The events of a provider B Responses stream: as many deltas as a chat stream has chunks, and what stands around them. */
export function responsesStreamEvents(model, chunks) {
  const events = [];
  const add = (type, data) =>
    events.push(
      `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: events.length, ...data })}\n\n`,
    );
  const texts = Array.from({ length: chunks }, (_, index) => chunkText(index));
  const text = texts.join('');
  const begun = responseObject({ model, status: 'in_progress' });
  const place = { item_id: MESSAGE_ID, output_index: 0, content_index: 0 };
  add('response.created', { response: begun });
  add('response.in_progress', { response: begun });
  add('response.output_item.added', { output_index: 0, item: responseMessage('in_progress') });
  add('response.content_part.added', { ...place, part: outputText('') });
  for (const delta of texts) add('response.output_text.delta', { ...place, delta, logprobs: [] });
  add('response.output_text.done', { ...place, text, logprobs: [] });
  add('response.content_part.done', { ...place, part: outputText(text) });
  add('response.output_item.done', { output_index: 0, item: responseMessage('completed', text) });
  add('response.completed', {
    response: responseObject({ model, status: 'completed', text, tokens: chunks }),
  });
  return events;
}

/** One embedding of 1,536 numbers, whatever the number of inputs: the answer's size is not what is measured. */
export function embeddingsAnswer(model, asBase64) {
  const numbers = Array.from({ length: EMBEDDING_LENGTH }, (_, index) => Math.fround(Math.sin(index) / 30));
  const embedding = asBase64 ? Buffer.from(Float32Array.from(numbers).buffer).toString('base64') : numbers;
  return {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding }],
    model,
    usage: { prompt_tokens: 11, total_tokens: 11 },
  };
}

function responseObject({ model, status, text, tokens }) {
  return {
    id: RESPONSE_ID,
    object: 'response',
    created_at: CREATED,
    status,
    error: null,
    incomplete_details: null,
    instructions: null,
    model,
    output: text === undefined ? [] : [responseMessage('completed', text)],
    parallel_tool_calls: true,
    previous_response_id: null,
    store: false,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    metadata: {},
    usage: tokens === undefined ? null : responsesUsage(tokens),
  };
}

function responseMessage(status, text) {
  const content = text === undefined ? [] : [outputText(text)];
  return { id: MESSAGE_ID, type: 'message', status, role: 'assistant', content };
}

function outputText(text) {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

function responsesUsage(outputTokens) {
  return {
    input_tokens: 42,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 42 + outputTokens,
  };
}

function chatUsage(completionTokens) {
  return {
    prompt_tokens: 42,
    completion_tokens: completionTokens,
    total_tokens: 42 + completionTokens,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
  };
}

function messagesUsage(outputTokens) {
  return {
    input_tokens: 42,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: outputTokens,
  };
}
