const KB = 1_024;
const MB = 1_024 * KB;

/** Under the surfaces' caps (chat 1 MB, embeddings 4 MB), with room for what a proxy adds. */
const LARGE_CHAT_BYTES = 900 * KB;
const LARGE_EMBEDDINGS_BYTES = 4 * MB - 16 * KB;

/** Turns of a conversation, because machine-shaped text might be routed to another model than the named one. */
const SMALL_CONVERSATION = [
  { role: 'user', content: 'Hi! I am thinking about a week by the sea in April.' },
  { role: 'assistant', content: 'That sounds lovely. Do you prefer quiet villages or a town?' },
  { role: 'user', content: 'A quiet village, please. What would you do there on a rainy day?' },
];

/**
 * What is asked: `surface` is the end of the path, `vendor` whose model is named (`a` is translated by a
 * gateway), `streamed` whether the answer is a stream. `body(model)` gives the request's JSON text.
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
