const TEXT = [{ role: 'user', content: 'Hi' }];
const REQUESTS = [
  { custom_id: 'a', params: { model: 'vendora/claude-sonnet-5-5', max_tokens: 50, messages: TEXT } },
  { custom_id: 'b', body: { model: 'vendorb/gpt-6.1-terra', messages: TEXT } },
  { custom_id: 'h', body: { model: 'meta-llama/Llama-3.3-70B-Instruct', messages: TEXT } },
];
const POLL_MS = 1_000;
const GIVE_UP_MS = 120_000;
const PATH = '/api/v1/route/batches';
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** One batch after the other, submitted and polled at any process, with one key a batch however often it is sent. */
export async function runBatches({ places, apiKey, isOver }) {
  const batches = [];
  const ask = async (method, path, body) => {
    const { url } = places[Math.floor(Math.random() * places.length)];
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const json = await answer.json();
      return answer.status === 200 ? json : undefined;
    } catch {
      return undefined;
    }
  };
  for (let number = 0; !isOver(); number += 1) {
    const end = performance.now() + GIVE_UP_MS;
    const submission = { idempotency_key: `batch-${number}`, requests: REQUESTS };
    let batch;
    while (performance.now() < end && (batch === undefined || !['ended', 'failed'].includes(batch.status))) {
      batch =
        (batch === undefined
          ? await ask('POST', PATH, submission)
          : await ask('GET', `${PATH}/${batch.id}`)) ?? batch;
      await pause(POLL_MS);
    }
    batches.push({ number, batch });
  }
  return batches;
}
