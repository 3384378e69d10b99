import { FakeProvider } from '../../test/support/fake-provider.ts';
import {
  anthropicEvents,
  anthropicMessage,
  MESSAGE_USAGE,
} from '../../test/support/recordings/anthropic-answers.ts';
import {
  CHAT_USAGE,
  chatCompletion,
  chatEvents,
  embeddings,
} from '../../test/support/recordings/openai-answers.ts';
import { gate, jsonAnswer, script, streamAnswer } from '../../test/support/recordings/script.ts';

const MAX_PAUSE_MS = 25;
/** So that a chat costs 15 cents, and the balance is reloaded all the time. */
const DEAR = 1_000_000;

/** A point of an answer where the provider takes its time, so that a kill meets calls at every stage. */
function pause() {
  const held = gate();
  setTimeout(held.open, Math.random() * MAX_PAUSE_MS);
  return held;
}

function slowly(answer) {
  return script(pause(), ...answer.steps);
}

/**
 * The provider of both vendors, slow and dear; it lives in this process, so it survives the kills.
 * @param options - `inputTokens` that it says a chat has
 */
export async function startSlowProvider({ inputTokens = DEAR } = {}) {
  const provider = await FakeProvider.start();
  const chatUsage = { ...CHAT_USAGE, prompt_tokens: inputTokens, total_tokens: inputTokens + 5 };
  const messageUsage = { ...MESSAGE_USAGE, input_tokens: 1_000 };
  provider.respond('/chat/completions', (request) => {
    if (request.json().stream !== true) return slowly(jsonAnswer(chatCompletion({ usage: chatUsage })));
    const events = chatEvents(['one', ' two', ' three'], { usage: chatUsage });
    return streamAnswer(...events.flatMap((event) => [pause(), event]));
  });
  provider.respond('/messages', (request) =>
    request.json().stream === true
      ? streamAnswer(...anthropicEvents({ usage: messageUsage }).flatMap((event) => [pause(), event]))
      : slowly(jsonAnswer(anthropicMessage({ usage: messageUsage }))),
  );
  provider.respond('/embeddings', () => slowly(jsonAnswer(embeddings())));
  return provider;
}
