import { anthropicError, anthropicEvents, anthropicMessage } from './anthropic-answers.js';
import { CHAT_USAGE, chatCompletion, chatStream, embeddings, openAiError } from './openai-answers.js';
import { responseAnswer, responseStream } from './responses-answers.js';
import type { RecordedRequest } from './recorded-request.js';
import { jsonAnswer, streamAnswer, type Script } from './script.js';

/** A valid answer for the path, for requests a test has not scripted: it echoes the model and honours `stream`. */
export function answerByPath(request: RecordedRequest): Script {
  const [path = ''] = request.path.split('?');
  const body = readBody(request);
  const model = typeof body['model'] === 'string' ? body['model'] : undefined;
  if (path.endsWith('/chat/completions')) return answerChat(body, model, path.includes('/m/'));
  if (path.endsWith('/messages/count_tokens')) return jsonAnswer({ input_tokens: 10 });
  if (path.endsWith('/messages')) {
    if (body['stream'] === true) return streamAnswer(...anthropicEvents({ model }));
    return jsonAnswer(anthropicMessage({ model }));
  }
  if (path.endsWith('/responses'))
    return body['stream'] === true
      ? streamAnswer(responseStream({ model }))
      : jsonAnswer(responseAnswer({ model }));
  if (path.endsWith('/embeddings')) {
    const encoding = body['encoding_format'] === 'base64' ? 'base64' : 'float';
    return jsonAnswer(embeddings(undefined, { model, encoding }));
  }
  if (path.endsWith('/models')) return jsonAnswer({ object: 'list', data: [] });
  const isAnthropic = request.headers['anthropic-version'] !== undefined;
  const error = isAnthropic ? anthropicError('not_found_error') : openAiError({ code: 'not_found' });
  return jsonAnswer(error, { status: 404 });
}

/** The marketplace (the path holds `/m/`) reports its cost, always. */
function answerChat(
  body: Record<string, unknown>,
  model: string | undefined,
  isMarketplace: boolean,
): Script {
  const usage = isMarketplace ? { ...CHAT_USAGE, cost: 0.000_012 } : CHAT_USAGE;
  if (body['stream'] !== true) return jsonAnswer(chatCompletion({ model, usage }));
  const options = body['stream_options'] as { include_usage?: unknown } | undefined | null;
  const wantsUsage = isMarketplace || options?.include_usage === true;
  return streamAnswer(chatStream(['Hello', ' there.'], { model, ...(wantsUsage && { usage }) }));
}

function readBody(request: RecordedRequest): Record<string, unknown> {
  try {
    return request.json() as Record<string, unknown>;
  } catch {
    return {};
  }
}
