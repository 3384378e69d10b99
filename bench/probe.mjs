import { WHOLE_ANSWER_TEXT, chunkText } from './fake-answers.mjs';

const PROBE_LIMIT_MS = 20_000;
/** Ids and costs differ a little in length from call to call. */
const LENGTH_TOLERANCE = 0.9;

/**
 * Makes one call and checks its answer to the letter: text, usage, end, and that the named model served it.
 * Answers what every later answer must look like: `{events, ending}` of a stream or `{minimumBytes}` of a whole one.
 * Throws an Error whose `status` is the answer's when that was not 200.
 */
export async function probe(peer, workload, chunks) {
  const model = peer.model(workload);
  const answer = await fetch(`http://127.0.0.1:${peer.port}${peer.path(workload)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...peer.headers(workload) },
    body: workload.body(model),
    signal: AbortSignal.timeout(PROBE_LIMIT_MS),
  });
  const text = await answer.text();
  if (answer.status !== 200) {
    throw Object.assign(new Error(`status ${answer.status}: ${text.slice(0, 200)}`), {
      status: answer.status,
    });
  }
  if (peer.servesOwnModel && isOpenAi(workload)) {
    const served = answer.headers.get('x-svc-model');
    if (served !== model) throw new Error(`named ${model}, served by ${served}`);
  }
  if (workload.surface === 'messages') {
    if (peer.servesOwnModel && !(Number(answer.headers.get('x-svc-cost')) > 0))
      throw new Error('the message has no cost');
    return { minimumBytes: checkMessage(text) };
  }
  if (workload.surface === 'responses') {
    const checked = { chunks, billed: peer.servesOwnModel, kept: JSON.parse(workload.body(model)).store };
    return workload.streamed ? checkResponseStream(text, checked) : checkWholeResponse(text, checked);
  }
  if (workload.surface === 'embeddings') return { minimumBytes: checkEmbeddings(text) };
  if (workload.streamed) {
    const events = checkStream(text, { chunks, billed: peer.servesOwnModel });
    return { events, ending: 'data: [DONE]' };
  }
  return { minimumBytes: checkWhole(text, { billed: peer.servesOwnModel }) };
}

function checkWhole(text, { billed }) {
  const answer = JSON.parse(text);
  if (answer.choices[0].message.content !== WHOLE_ANSWER_TEXT) throw new Error('the answer has another text');
  checkUsage(answer.usage, billed);
  return Math.floor(Buffer.byteLength(text) * LENGTH_TOLERANCE);
}

function isOpenAi({ surface }) {
  return surface === 'chat/completions' || surface === 'responses';
}

function checkWholeResponse(text, checked) {
  checkResponse(JSON.parse(text), { ...checked, text: WHOLE_ANSWER_TEXT });
  return { minimumBytes: Math.floor(Buffer.byteLength(text) * LENGTH_TOLERANCE) };
}

/** Its events are counted, and the last one ends with the brace of its object: there is no `[DONE]`. */
function checkResponseStream(text, checked) {
  const events = text.replaceAll('\r\n', '\n').split('\n\n');
  if (events.pop() !== '') throw new Error('the stream does not end with a blank line');
  const parsed = events.map((event) => JSON.parse(event.slice(event.indexOf('\ndata: ') + 7)));
  const wanted = chunkTexts(checked.chunks);
  const deltas = parsed.filter(({ type }) => type === 'response.output_text.delta');
  if (deltas.map(({ delta }) => delta).join('') !== wanted) throw new Error('the stream has another text');
  if (parsed.some(({ sequence_number: number }, index) => number !== index))
    throw new Error('the events are not numbered one by one');
  checkResponse(parsed.at(-1).response, { ...checked, text: wanted });
  return { events: events.length, ending: '}' };
}

function checkResponse(response, { text, billed, kept }) {
  if (response?.status !== 'completed') throw new Error('the response is not completed');
  if (response.output[0].content[0].text !== text) throw new Error('the response has another text');
  if (!(response.usage?.output_tokens > 0)) throw new Error('the response has no usage');
  if (billed && !(response.usage.cost > 0)) throw new Error('usage has no cost');
  if (billed && response.store !== kept) throw new Error(`the response says \`store: ${response.store}\``);
}

function checkMessage(text) {
  const answer = JSON.parse(text);
  if (answer.content[0].text !== WHOLE_ANSWER_TEXT) throw new Error('the answer has another text');
  if (!(answer.usage?.output_tokens > 0)) throw new Error('the answer has no usage');
  return Math.floor(Buffer.byteLength(text) * LENGTH_TOLERANCE);
}

function checkStream(text, { chunks, billed }) {
  const events = text.replaceAll('\r\n', '\n').split('\n\n');
  if (events.pop() !== '') throw new Error('the stream does not end with a blank line');
  if (events.at(-1) !== 'data: [DONE]') throw new Error('the stream does not end with [DONE]');
  const data = events.slice(0, -1).filter((event) => event.startsWith('data: '));
  const parsed = data.map((event) => JSON.parse(event.slice('data: '.length)));
  const content = parsed.map((chunk) => chunk.choices?.[0]?.delta?.content ?? '').join('');
  const wanted = chunkTexts(chunks);
  if (content !== wanted) throw new Error('the stream has another text');
  checkUsage(parsed.findLast((chunk) => chunk.usage)?.usage, billed);
  return events.length;
}

function chunkTexts(chunks) {
  return Array.from({ length: chunks }, (_, index) => chunkText(index)).join('');
}

function checkEmbeddings(text) {
  const answer = JSON.parse(text);
  if (typeof answer.data[0].embedding !== 'string')
    throw new Error('the vector is not base64, as was asked for');
  return Math.floor(Buffer.byteLength(text) * LENGTH_TOLERANCE);
}

function checkUsage(usage, billed) {
  if (!(usage?.completion_tokens > 0)) throw new Error('the answer has no usage');
  if (billed && !(usage.cost > 0)) throw new Error('usage has no cost');
}
