const TEXT = [{ role: 'user', content: 'Hi' }];
const CHAT = '/api/v1/route/chat/completions';

/** The mixed load, by turns. `end` is what the last bytes of a whole stream hold; `leaves` goes in the middle. */
export const KINDS = [
  { name: 'chat', path: CHAT, body: { model: 'vendorb/gpt-4o-mini', messages: TEXT } },
  {
    name: 'stream',
    path: CHAT,
    body: { model: 'vendorb/gpt-4o-mini', messages: TEXT, stream: true },
    end: '[DONE]',
  },
  {
    name: 'abort',
    path: CHAT,
    body: { model: 'vendorb/gpt-4o-mini', messages: TEXT, stream: true },
    end: '[DONE]',
    leaves: true,
  },
  {
    name: 'messages',
    path: '/api/v1/messages',
    body: { model: 'vendora/claude-sonnet-5-5', max_tokens: 50, messages: TEXT },
  },
  {
    name: 'messages stream',
    path: '/api/v1/messages',
    body: { model: 'vendora/claude-sonnet-5-5', max_tokens: 50, messages: TEXT, stream: true },
    end: 'message_stop',
  },
  {
    name: 'embeddings',
    path: '/api/v1/route/embeddings',
    body: { model: 'text-embedding-3-small', input: 'Hi' },
  },
];

/**
 * One call. `whole`: the client saw it come to its end. `cost`: what the answer said, when it says so.
 * Never rejects: a gateway that was killed is what this is about.
 */
export async function send({ url, apiKey }, kind) {
  const seen = { kind: kind.name, whole: false, callId: undefined, cost: undefined, status: 0 };
  try {
    const answer = await fetch(`${url}${kind.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(kind.body),
    });
    seen.status = answer.status;
    seen.callId = answer.headers.get('x-svc-call-id') ?? undefined;
    const text = kind.leaves ? await readHalf(answer) : await answer.text();
    if (answer.status !== 200 || text === undefined) return seen;
    if (kind.end !== undefined && !text.includes(kind.end)) return seen;
    seen.whole = true;
    seen.cost = costOf(answer, text, kind);
  } catch {
    // Refused, reset or cut: not whole.
  }
  return seen;
}

async function readHalf(answer) {
  const reader = answer.body.getReader();
  await reader.read();
  await reader.cancel();
  return undefined;
}

function costOf(answer, text, kind) {
  const header = answer.headers.get('x-svc-cost');
  if (header !== null) return Number(header);
  if (kind.path !== CHAT) return undefined;
  const found = /"cost":([\d.e+-]+)/.exec(text);
  return found === null ? undefined : Number(found[1]);
}
