import type { Exchange } from '../http/exchange.js';
import { notFound } from '../http/simulated-fault.js';
import { toText, type JsonRecord } from '../json-value.js';
import type { SimulatedProvider } from '../simulated-provider.js';
import type { SimulatorContext } from '../simulator-context.js';
import { claudeModelRules } from './claude-model-rules.js';
import { handleMessageBatches } from './message-batch-routes.js';
import { MessageBatchStore } from './message-batch-store.js';
import {
  answerMessagesBody,
  handleCountTokens,
  handleMessages,
  readVersion,
  requireMessagesKey,
} from './messages-route.js';
import { renderAnthropicFault } from './render-anthropic-fault.js';

const LISTED_MODELS = [
  'claude-opus-5-5',
  'claude-sonnet-5-5',
  'claude-haiku-5-5',
  'claude-sonnet-4-5',
  'claude-haiku-4-5',
];
/** Batches are checked against the older, wider API version: they carry no version of their own. */
const BATCH_VERSION = '2023-06-01';

/** Provider A: messages, token counts, message batches and models. */
export function makeProviderA(context: SimulatorContext): SimulatedProvider {
  const batches = new MessageBatchStore(context, (params) =>
    answerMessagesBody(params, BATCH_VERSION, context),
  );
  return {
    prefix: '/provider-a',
    labs: [context.labs.a, 'provider_a'],
    headers: () => ({
      'anthropic-organization-id': 'simulated',
      'anthropic-ratelimit-requests-limit': '4000',
      'anthropic-ratelimit-requests-remaining': '3999',
      'anthropic-ratelimit-requests-reset': new Date(context.clock.now().getTime() + 1_000).toISOString(),
    }),
    renderFault: renderAnthropicFault,
    handle: async (exchange) => {
      requireMessagesKey(exchange);
      if (exchange.path.startsWith('/v1/messages/batches')) {
        readVersion(exchange, 'provider-a');
        return handleMessageBatches(exchange, batches);
      }
      return handleOther(exchange, context);
    },
  };
}

/** The hosted open-model provider's messages side. */
export function makeHostedMessages(context: SimulatorContext): SimulatedProvider {
  return {
    prefix: '/hosted/anthropic',
    labs: ['hosted'],
    headers: () => ({}),
    renderFault: renderAnthropicFault,
    handle: async (exchange) => {
      requireMessagesKey(exchange);
      const call = `${exchange.method} ${exchange.path}`;
      if (call === 'POST /v1/messages') return handleMessages(exchange, 'hosted', context);
      throw notFound('Not found');
    },
  };
}

async function handleOther(exchange: Exchange, context: SimulatorContext): Promise<void> {
  const call = `${exchange.method} ${exchange.path}`;
  if (call === 'POST /v1/messages') return handleMessages(exchange, 'provider-a', context);
  if (call === 'POST /v1/messages/count_tokens') return handleCountTokens(exchange);
  if (call === 'GET /v1/models') {
    const data = LISTED_MODELS.map(renderModel);
    exchange.sendJson(200, { data, has_more: false, first_id: data[0]?.id, last_id: data.at(-1)?.id });
    return;
  }
  const [, id] = /^GET \/v1\/models\/([^/]+)$/.exec(call) ?? [];
  if (id === undefined) throw notFound('Not found');
  if (claudeModelRules(id) === undefined) throw notFound(`model: ${toText(id)}`);
  exchange.sendJson(200, renderModel(id));
}

function renderModel(id: string): JsonRecord {
  return { type: 'model', id, display_name: `${id} (simulated)`, created_at: '2026-01-01T00:00:00Z' };
}
