import type { Logger } from 'pino';
import { request } from 'undici';
import { isJsonObject } from '../../wire/exact-json/raw-json.js';
import { planCompression, readSlots, spliceTexts, TARGET_RATIO, type TextEdit } from './compress-messages.js';
import { keepsProtected } from './compress-text.js';
import { Compressor } from './compressor.js';

const LIMIT_MS = 2_000;
/** A shorter text is never larger than this: what a call may send at all. */
const MAX_ANSWER_BYTES = 1_048_576;

/** The operator's own extractive compressor (`COMPRESSOR_URL`): `POST {text, query, target_ratio}` answers `{text}`. */
export class ExternalCompressor extends Compressor {
  constructor(
    private readonly url: string,
    private readonly logger: Logger,
  ) {
    super();
  }

  async compress(messages: Buffer): Promise<Buffer | undefined> {
    // One limit for the whole prompt: a slow compressor costs a call two seconds, however many texts it has.
    const signal = AbortSignal.timeout(LIMIT_MS);
    try {
      const jobs = planCompression(readSlots(messages, { valueStart: 0 }));
      const edits = await Promise.all(
        jobs.map(async ({ slot, question, from, keepsAsk }): Promise<TextEdit> => {
          const kept = slot.text.slice(0, from);
          const rest = slot.text.slice(from);
          const shortened = await this.shorten(rest, question, signal);
          return { slot, text: kept + (keepsProtected(rest, shortened, keepsAsk) ? shortened : rest) };
        }),
      );
      return spliceTexts(
        messages,
        edits.filter(({ slot, text }) => text !== slot.text),
      );
    } catch (error) {
      this.logger.warn({ err: error }, 'the compressor cannot be used; originals are sent');
      return undefined;
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** @throws Error for everything but a shorter text. */
  private async shorten(text: string, query: string, signal: AbortSignal): Promise<string> {
    const answer = await request(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text, query, target_ratio: TARGET_RATIO }),
      signal,
    });
    const body = await readBounded(answer.body);
    if (answer.statusCode !== 200) throw new Error(`the compressor answered ${answer.statusCode}`);
    const parsed: unknown = JSON.parse(body);
    const shortened = isJsonObject(parsed) ? parsed['text'] : undefined;
    if (typeof shortened !== 'string' || shortened.trim() === '')
      throw new Error('the compressor answered no text');
    return shortened.length < text.length ? shortened : text;
  }
}

async function readBounded(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('the answer of the compressor is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
