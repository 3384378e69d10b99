import { chatCompletion } from '../support/recordings/openai-answers.js';
import { END, gate, head, script, type Gate } from '../support/recordings/script.js';
import type { TestApplication } from '../support/start-application.js';
import { eventually, openChat, sendChat, type OpenAnswer, type SentCall } from './stream-call.js';

/** Holds, and costs, 12 cents: 200,000 output tokens at 0.60 USD a million. */
export const DEAR_CALL = { model: 'vendorb/gpt-4o-mini', max_tokens: 12_500, n: 16 };
export const DEAR_USD = 0.12;
const DEAR_USAGE = { prompt_tokens: 0, completion_tokens: 200_000, total_tokens: 200_000 };

export interface Tally {
  readonly served: number;
  /** By status and code. */
  readonly refused: Readonly<Record<string, number>>;
}

/** How many were served, and why the others were not. */
export async function tally(answers: readonly Promise<OpenAnswer>[]): Promise<Tally> {
  let served = 0;
  const refused: Record<string, number> = {};
  for (const answer of await Promise.all(answers)) {
    const whole = await answer.whole();
    if (answer.status === 200) served += 1;
    else {
      const { error } = JSON.parse(whole.toString()) as { error: { code: string } };
      const word = `${answer.status} ${error.code}`;
      refused[word] = (refused[word] ?? 0) + 1;
    }
  }
  return { served, refused };
}

/** Every chat call waits at the provider until the gate opens, and then costs what it held. */
export function holdDearCalls({ provider }: Pick<TestApplication, 'provider'>): Gate {
  const held = gate();
  const answer = chatCompletion({ usage: DEAR_USAGE });
  provider.respond(
    '/chat/completions',
    script(held, head(200, { 'content-type': 'application/json' }), answer, END),
  );
  return held;
}

/** As many calls at once as that, taking turns over the processes. */
export function burst(
  processes: readonly { readonly url: string }[],
  apiKey: string,
  count: number,
): SentCall[] {
  return Array.from({ length: count }, (_, index) =>
    sendChat(processes[index % processes.length]?.url ?? '', { apiKey, body: DEAR_CALL }),
  );
}

export const dearCall = ({ url }: TestApplication, apiKey: string): Promise<OpenAnswer> =>
  openChat(url, { apiKey, body: DEAR_CALL });

export async function arrivals({ provider }: TestApplication, count: number): Promise<void> {
  await eventually(
    () => (provider.requests.length >= count ? true : undefined),
    `${count} calls at the provider`,
  );
}

/** The code that a call is refused with; `undefined` when it is served. */
export async function codeOf(answer: Promise<OpenAnswer>): Promise<string | undefined> {
  const { error } = (await (await answer).json()) as { error?: { code: string } };
  return error?.code;
}

/** Counts refusals as they come. */
export function refusalsOf(calls: readonly SentCall[]): () => number {
  let count = 0;
  for (const { answer } of calls)
    void answer.then(({ status }) => {
      if (status === 402) count += 1;
    });
  return () => count;
}
