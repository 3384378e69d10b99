import { setTimeout as pause } from 'node:timers/promises';
import OpenAI, { toFile } from 'openai';
import type { Batch } from 'openai/resources/batches';
import { BETWEEN_POLLS_MS } from '../support/between-polls.js';
import type { TestApplication } from '../support/start-application.js';

export const OPENAI_PATH = '/api/v1/openai';
export const CHAT = '/v1/chat/completions';

/** OpenAI's own client, at the address that is a whole base URL. */
export function openAiClient({ url }: Pick<TestApplication, 'url'>, apiKey: string): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${url}${OPENAI_PATH}`, maxRetries: 0 });
}

/** A line of an input file: a chat, unless its url says otherwise. */
export const line = (id: string, body: object = {}, more: object = {}) => ({
  custom_id: id,
  method: 'POST',
  url: CHAT,
  body: { model: 'gpt-6.1-terra', messages: [{ role: 'user', content: 'Say hello.' }], ...body },
  ...more,
});

export const jsonLines = (...lines: object[]): string =>
  lines.map((each) => `${JSON.stringify(each)}\n`).join('');

export async function uploaded(client: OpenAI, content: string, name = 'in.jsonl'): Promise<string> {
  const file = await client.files.create({
    purpose: 'batch',
    file: await toFile(Buffer.from(content), name),
  });
  return file.id;
}

type Wanted = Partial<Parameters<OpenAI['batches']['create']>[0]>;

/** Uploads the lines and asks for a batch of them. */
export async function created(client: OpenAI, content: string, wanted: Wanted = {}): Promise<Batch> {
  const inputFileId = await uploaded(client, content);
  return client.batches.create({
    input_file_id: inputFileId,
    endpoint: CHAT,
    completion_window: '24h',
    ...wanted,
  });
}

const OVER = ['completed', 'failed', 'expired', 'cancelled'];

/** Polls until the batch is over. */
export async function over(client: OpenAI, id: string): Promise<Batch & { svc: Costs }> {
  for (;;) {
    const batch = await client.batches.retrieve(id);
    if (OVER.includes(batch.status)) return batch as Batch & { svc: Costs };
    await pause(BETWEEN_POLLS_MS);
  }
}

export interface Costs {
  readonly estimate_usd: number;
  readonly cost_usd: number | null;
}

export interface OutputLine {
  readonly id: string;
  readonly custom_id: string;
  readonly response: { status_code: number; request_id: string; body: Record<string, unknown> } | null;
  readonly error: { code: string; message: string } | null;
}

export async function linesOf(client: OpenAI, fileId: string | null | undefined): Promise<OutputLine[]> {
  const text = await (await client.files.content(fileId ?? '')).text();
  return text
    .trimEnd()
    .split('\n')
    .map((each) => JSON.parse(each) as OutputLine);
}
