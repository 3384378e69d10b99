const KB = 1_024;
const MB = 1_024 * KB;

/** Under the surfaces' caps (chat 1 MB, embeddings 4 MB), with room for what a proxy adds. */
const LARGE_CHAT_BYTES = 900 * KB;
const LARGE_EMBEDDINGS_BYTES = 4 * MB - 16 * KB;

const LARGE_RESPONSES_BYTES = 19 * MB;
const CHAIN_TURNS = 200;
const TURN_TEXT = 'She said "it works", and then nobody answered for a while. '.repeat(8);
const LAST_WORDS = [{ role: 'user', content: 'Hm, what do you think about all that?' }];

/** Turns of a conversation, because machine-shaped text might be routed to another model than the named one. */
const SMALL_CONVERSATION = [
  { role: 'user', content: 'Hi! I am thinking about a week by the sea in April.' },
  { role: 'assistant', content: 'That sounds lovely. Do you prefer quiet villages or a town?' },
  { role: 'user', content: 'A quiet village, please. What would you do there on a rainy day?' },
];

/**
 * What is asked: `surface` is the end of the path, `vendor` whose model is named (`a` is translated by a
 * gateway), `streamed` whether the answer is a stream. `body(model)` gives the request's JSON text; with a `prepare`, which may
 * ask the peer for what the body is made of, `body(model, prepared)`.
 */
export const WORKLOADS = {
  chat: { surface: 'chat/completions', vendor: 'b', streamed: false, body: chatBody },
  stream: { surface: 'chat/completions', vendor: 'b', streamed: true, body: streamBody },
  streamTranslated: { surface: 'chat/completions', vendor: 'a', streamed: true, body: streamBody },
  messages: { surface: 'messages', vendor: 'a', streamed: false, body: messagesBody },
  responses: { surface: 'responses', vendor: 'b', streamed: false, body: responsesBody({ store: false }) },
  responsesStored: {
    surface: 'responses',
    vendor: 'b',
    streamed: false,
    body: responsesBody({ store: true }),
  },
  responsesStream: {
    surface: 'responses',
    vendor: 'b',
    streamed: true,
    body: responsesBody({ stream: true, store: false }),
  },
  responsesStreamTranslated: {
    surface: 'responses',
    vendor: 'a',
    streamed: true,
    body: responsesBody({ stream: true, store: false }),
  },
  /** Goes on from a kept conversation, and the same conversation sent whole. */
  responsesChain: {
    surface: 'responses',
    vendor: 'b',
    streamed: false,
    prepare: keepConversation,
    body: (model, { id }) =>
      JSON.stringify({ model, input: LAST_WORDS, previous_response_id: id, store: false }),
  },
  responsesWhole: {
    surface: 'responses',
    vendor: 'b',
    streamed: false,
    prepare: keepConversation,
    body: (model, { items }) => JSON.stringify({ model, input: [...items, ...LAST_WORDS], store: false }),
  },
  largeResponses: {
    surface: 'responses',
    vendor: 'b',
    streamed: false,
    large: true,
    body: largeResponsesBody,
  },
  largeChat: { surface: 'chat/completions', vendor: 'b', streamed: false, large: true, body: largeChatBody },
  largeChatCompressed: {
    surface: 'chat/completions',
    vendor: 'b',
    streamed: false,
    compressed: true,
    body: largeChatBody,
  },
  largeEmbeddings: {
    surface: 'embeddings',
    vendor: 'embeddings',
    streamed: false,
    large: true,
    body: largeEmbeddingsBody,
  },
};

function chatBody(model) {
  return JSON.stringify({ model, messages: SMALL_CONVERSATION, temperature: 0.7 });
}

function messagesBody(model) {
  return JSON.stringify({ model, max_tokens: 512, messages: SMALL_CONVERSATION });
}

function responsesBody(settings) {
  return (model) =>
    JSON.stringify({
      model,
      input: SMALL_CONVERSATION,
      // A stream is asked for as chat's is, which sets no temperature.
      ...(settings.stream ? {} : { temperature: 0.7 }),
      ...settings,
    });
}

/** A conversation of many kept turns on a peer: the last response's id, and all of its items. */
async function keepConversation(ask) {
  const items = [];
  let id;
  for (let turn = 0; turn < CHAIN_TURNS; turn++) {
    const input = [{ role: 'user', content: `${turn}: ${TURN_TEXT}` }];
    const answer = await ask({ input, store: true, ...(id !== undefined && { previous_response_id: id }) });
    id = answer.id;
    items.push(...input, ...answer.output);
  }
  return { id, items };
}

/** Near the cap of 20 MB, in turns as an agent's history has them. */
function largeResponsesBody(model) {
  const turn = { role: 'user', content: TURN_TEXT.repeat(20) };
  const count = Math.floor(LARGE_RESPONSES_BYTES / (JSON.stringify(turn).length + 1));
  return JSON.stringify({ model, input: Array.from({ length: count }, () => turn), store: false });
}

function streamBody(model) {
  return JSON.stringify({
    model,
    stream: true,
    stream_options: { include_usage: true },
    messages: SMALL_CONVERSATION,
  });
}

/** A long conversation of about 1.5 KB a turn, with quotes and line ends as code and prose have them. */
function largeChatBody(model) {
  const paragraph = 'She said "it works", and then:\n\tconst tide = read("harbour.json");\nNobody answered. ';
  const messages = [];
  let bytes = 0;
  for (let turn = 0; bytes < LARGE_CHAT_BYTES - 2 * KB; turn++) {
    const message = {
      role: turn % 2 === 0 ? 'user' : 'assistant',
      content: `${turn}: ${paragraph.repeat(17)}`,
    };
    messages.push(message);
    bytes += JSON.stringify(message).length + 1;
  }
  messages.push({ role: 'user', content: 'Hm, what do you think about all that?' });
  return JSON.stringify({ model, messages });
}

function largeEmbeddingsBody(model) {
  const sentence = 'A harbour "log" of weather, ships and freight. ';
  const entry = sentence.repeat(42);
  const entryBytes = JSON.stringify(entry).length + 1;
  const input = Array.from({ length: Math.floor(LARGE_EMBEDDINGS_BYTES / entryBytes) }, () => entry);
  return JSON.stringify({ model, input, encoding_format: 'base64' });
}
