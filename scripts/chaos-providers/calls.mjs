const BIG = 'vendorb/gpt-6.1-terra';
const CLAUDE = 'vendora/claude-sonnet-5-5';
export const TIERS = { big: BIG, medium: CLAUDE, small: 'vendorb/gpt-4o-mini' };

const CHAT = '/api/v1/openai/chat/completions';
const RESPONSES = '/api/v1/openai/responses';
const MESSAGES = '/api/v1/messages';

const chat = (model, stream) => (text) => ({
  model,
  stream,
  ...(stream && { stream_options: { include_usage: true } }),
  messages: [{ role: 'user', content: text }],
});
const responses = (model, stream) => (text) => ({ model, stream, input: text, store: false });
const messages = (stream) => (text) => ({
  model: CLAUDE,
  stream,
  max_tokens: 100,
  messages: [{ role: 'user', content: text }],
});
const embedding = (text) => ({ model: 'vendorb/text-embedding-3-small', input: text });

const openAiError = ({ error }) =>
  typeof error?.message === 'string' && error.message !== '' && typeof error.code !== 'undefined';
const anthropicError = ({ type, error }) => type === 'error' && typeof error?.message === 'string';
const MODES = {
  chat: {
    isError: openAiError,
    textOf: (body) => body.choices[0].message.content,
    costOf: (body) => body.usage.cost,
    delta: ({ choices }) => choices?.[0]?.delta?.content ?? '',
    isEnd: (events, raw) => raw.trimEnd().endsWith('data: [DONE]'),
    costOfStream: (events) => events.find(({ usage }) => usage?.cost !== undefined)?.usage.cost,
  },
  responses: {
    isError: openAiError,
    textOf: ({ output }) => output.flatMap(({ content = [] }) => content.map(({ text }) => text)).join(''),
    costOf: (body) => body.usage.cost,
    delta: ({ type, delta }) => (type === 'response.output_text.delta' ? delta : ''),
    isEnd: (events) => events.at(-1)?.type === 'response.completed',
    isFailure: ({ type, response }) =>
      type === 'response.failed' && typeof response.error?.message === 'string',
    costOfStream: (events) => events.at(-1).response.usage.cost,
  },
  messages: {
    isError: anthropicError,
    textOf: ({ content }) => content.map(({ text }) => text).join(''),
    costOf: () => undefined,
    delta: ({ delta }) => delta?.text ?? '',
    isEnd: (events) => events.at(-1)?.type === 'message_stop',
    costOfStream: () => undefined,
  },
  embeddings: {
    isError: openAiError,
    textOf: ({ data }) => (data[0].embedding.length > 0 ? undefined : ''),
    costOf: () => undefined,
  },
};

/** By turns, streams most of all. `providers`: those that may answer it. */
export const KINDS = [
  { name: 'chat stream, router', mode: 'chat', path: CHAT, body: chat('auto', true), providers: ['a', 'b'] },
  { name: 'chat stream, B', mode: 'chat', path: CHAT, body: chat(BIG, true), providers: ['b'] },
  { name: 'chat stream, A', mode: 'chat', path: CHAT, body: chat(CLAUDE, true), providers: ['a'] },
  { name: 'Messages stream', mode: 'messages', path: MESSAGES, body: messages(true), providers: ['a'] },
  {
    name: 'Responses stream, router',
    mode: 'responses',
    path: RESPONSES,
    body: responses('auto', true),
    providers: ['a', 'b'],
  },
  {
    name: 'Responses stream, B',
    mode: 'responses',
    path: RESPONSES,
    body: responses(BIG, true),
    providers: ['b'],
  },
  {
    name: 'Responses stream, A',
    mode: 'responses',
    path: RESPONSES,
    body: responses(CLAUDE, true),
    providers: ['a'],
  },
  { name: 'chat, router', mode: 'chat', path: CHAT, body: chat('auto', false), providers: ['a', 'b'] },
  { name: 'Responses', mode: 'responses', path: RESPONSES, body: responses(BIG, false), providers: ['b'] },
  { name: 'Messages', mode: 'messages', path: MESSAGES, body: messages(false), providers: ['a'] },
  {
    name: 'embeddings',
    mode: 'embeddings',
    path: '/api/v1/openai/embeddings',
    body: embedding,
    providers: ['b'],
  },
];

/**
 * One call and what its client saw: `whole` with its text and cost, `explained` (an error in its envelope, or as the last event of a
 * stream), or neither, with what was wrong. Never rejects.
 */
export async function send({ url, apiKey }, kind, number) {
  const seen = { number, kind, whole: false, explained: false, status: 0, startedAt: performance.now() };
  try {
    const body = JSON.stringify(kind.body(`Hello, I am chaos-${number}. How was your day?`));
    const answer = await fetch(`${url}${kind.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        // Some stay with one account.
        ...(number % 3 === 0 && { 'x-session-id': `session-${number % 20}` }),
      },
      body,
    });
    seen.status = answer.status;
    seen.callId = answer.headers.get('x-svc-call-id') ?? undefined;
    seen.retry = answer.headers.get('x-svc-retry') ?? undefined;
    const costHeader = answer.headers.get('x-svc-cost');
    if (costHeader !== null) seen.cost = Number(costHeader);
    read(seen, answer, await answer.text());
  } catch (error) {
    seen.wrong = `the connection: ${error.cause?.code ?? error.message}`;
  }
  seen.endedAt = performance.now();
  return seen;
}

function read(seen, answer, raw) {
  const mode = MODES[seen.kind.mode];
  seen.raw = raw.slice(-600);
  try {
    if (answer.status !== 200) seen.explained = mode.isError(JSON.parse(raw));
    else if ((answer.headers.get('content-type') ?? '').startsWith('text/event-stream'))
      readStream(seen, mode, raw);
    else {
      const body = JSON.parse(raw);
      seen.text = mode.textOf(body);
      seen.cost ??= mode.costOf(body);
      seen.whole = true;
    }
  } catch (error) {
    seen.wrong = error.message;
  }
}

/** Garbage of a provider passes through where bytes are not touched. */
function parsed(data) {
  try {
    return [JSON.parse(data)];
  } catch {
    return [];
  }
}

function readStream(seen, mode, raw) {
  const events = raw
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .flatMap((line) => parsed(line.slice('data: '.length)));
  const last = events.at(-1) ?? {};
  const isFailure = mode.isFailure ?? mode.isError;
  if (isFailure(last)) seen.explained = true;
  else if (mode.isEnd(events, raw)) {
    seen.whole = true;
    seen.text = events.map(mode.delta).join('');
    seen.cost = mode.costOfStream(events);
  }
}
