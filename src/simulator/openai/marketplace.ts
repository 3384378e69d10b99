import { requireBearerKey } from '../http/require-key.js';
import { notFound } from '../http/simulated-fault.js';
import type { JsonRecord } from '../json-value.js';
import type { SimulatedProvider } from '../simulated-provider.js';
import type { SimulatorContext } from '../simulator-context.js';
import { handleChat } from './chat-route.js';
import { renderMarketplaceFault } from './render-openai-fault.js';

const LISTED_MODELS = [
  'openai/gpt-oss-120b',
  'meta-llama/llama-3.3-70b-instruct',
  'z-ai/glm-5.3',
  'deepseek/deepseek-v4.1-flash',
];

/** The marketplace: B's chat dialect with cost in the usage and comments in the streams. */
export function makeMarketplace(context: SimulatorContext): SimulatedProvider {
  return {
    prefix: '/marketplace/api/v1',
    labs: ['marketplace'],
    headers: () => ({}),
    renderFault: renderMarketplaceFault,
    handle: async (exchange) => {
      const call = `${exchange.method} ${exchange.path}`;
      if (call === 'GET /models') {
        exchange.sendJson(200, { data: LISTED_MODELS.map(renderModel) });
        return;
      }
      requireBearerKey(exchange, 'No auth credentials found');
      if (call === 'POST /chat/completions') return handleChat(exchange, 'marketplace', context);
      throw notFound(`No endpoint ${call}`);
    },
  };
}

function renderModel(id: string): JsonRecord {
  return {
    id,
    name: `${id} (simulated)`,
    created: 1_760_000_000,
    context_length: 131_072,
    pricing: { prompt: '0.00000025', completion: '0.000001' },
  };
}
