import { requireBearerKey } from '../http/require-key.js';
import { notFound } from '../http/simulated-fault.js';
import type { SimulatedProvider } from '../simulated-provider.js';
import type { SimulatorContext } from '../simulator-context.js';
import { handleChat } from './chat-route.js';
import { renderOpenAiFault } from './render-openai-fault.js';

const LISTED_MODELS = [
  'meta-llama/Llama-3.3-70B-Instruct',
  'zai-org/GLM-5.3',
  'Qwen/Qwen3-235B-A22B-Instruct-2507',
  'deepseek-ai/DeepSeek-V4.1-Flash',
  'openai/gpt-oss-120b',
  'nvidia/DeepSeek-V3.2-NVFP4',
];

/** The hosted open-model provider's chat side. */
export function makeHostedChat(context: SimulatorContext): SimulatedProvider {
  return {
    prefix: '/hosted/v1',
    labs: ['hosted'],
    headers: () => ({}),
    renderFault: renderOpenAiFault,
    handle: async (exchange) => {
      requireBearerKey(exchange, 'Missing API key.');
      const call = `${exchange.method} ${exchange.path}`;
      if (call === 'POST /chat/completions') return handleChat(exchange, 'hosted', context);
      if (call === 'GET /models') {
        const data = LISTED_MODELS.map((id) => ({ id, object: 'model', created: 0, owned_by: 'simulated' }));
        exchange.sendJson(200, { object: 'list', data });
        return;
      }
      throw notFound(`Not Found: ${call}`);
    },
  };
}
