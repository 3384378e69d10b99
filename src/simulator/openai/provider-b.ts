import type { Exchange } from '../http/exchange.js';
import { requireBearerKey } from '../http/require-key.js';
import { notFound } from '../http/simulated-fault.js';
import type { JsonRecord } from '../json-value.js';
import type { SimulatedProvider } from '../simulated-provider.js';
import type { SimulatorContext } from '../simulator-context.js';
import { answerEmbeddings } from './answer-embeddings.js';
import { answerResponsesLine, type AnswerChat } from './answer-responses-line.js';
import { handleBatches } from './batch-routes.js';
import { BatchStore } from './batch-store.js';
import { answerChatBody, handleChat } from './chat-route.js';
import { handleFiles } from './file-routes.js';
import { FileStore } from './file-store.js';
import { renderOpenAiFault } from './render-openai-fault.js';
import { handleResponses } from './responses/responses-route.js';

const MAX_EMBEDDINGS_BYTES = 16 * 1_024 * 1_024;
const LISTED_MODELS = [
  'gpt-6.1-terra',
  'gpt-6-luna',
  'gpt-5.4-mini',
  'gpt-4o-mini',
  'o4-mini',
  'text-embedding-3-small',
];
const MISSING_KEY =
  "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth.";

/** Provider B: chat completions, responses, embeddings, files, batches and models. */
export function makeProviderB(context: SimulatorContext): SimulatedProvider {
  const files = new FileStore(context.clock);
  const answerChat: AnswerChat = (body) => answerChatBody('provider-b', body, context);
  const batches = new BatchStore(context, files, (endpoint, body) => {
    if (endpoint === '/v1/embeddings') return answerEmbeddings(body);
    return endpoint === '/v1/responses' ? answerResponsesLine(body, answerChat) : answerChat(body);
  });
  return {
    prefix: '/provider-b/v1',
    labs: [context.labs.b, 'provider_b'],
    headers: () => ({
      'openai-organization': 'simulated',
      'openai-processing-ms': '10',
      'openai-version': '2020-10-01',
      'x-ratelimit-limit-requests': '10000',
      'x-ratelimit-remaining-requests': '9999',
      'x-ratelimit-reset-requests': '6ms',
    }),
    renderFault: renderOpenAiFault,
    handle: async (exchange) => {
      requireBearerKey(exchange, MISSING_KEY);
      const [area = ''] = exchange.path.slice(1).split('/');
      if (area === 'files') return handleFiles(exchange, files);
      if (area === 'batches') return handleBatches(exchange, batches);
      return handleOther(exchange, context);
    },
  };
}

async function handleOther(exchange: Exchange, context: SimulatorContext): Promise<void> {
  const call = `${exchange.method} ${exchange.path}`;
  if (call === 'POST /chat/completions') return handleChat(exchange, 'provider-b', context);
  if (call === 'POST /responses') return handleResponses(exchange, context);
  if (call === 'POST /embeddings') {
    const answer = answerEmbeddings(await exchange.readJson(MAX_EMBEDDINGS_BYTES));
    await context.pacer.beforeFirstByte(exchange.signal);
    exchange.sendJson(200, answer);
    return;
  }
  if (call === 'GET /models') {
    exchange.sendJson(200, { object: 'list', data: LISTED_MODELS.map(renderModel) });
    return;
  }
  throw notFound(`Invalid URL (${call})`);
}

function renderModel(id: string): JsonRecord {
  return { id, object: 'model', created: 1_760_000_000, owned_by: 'simulated' };
}
