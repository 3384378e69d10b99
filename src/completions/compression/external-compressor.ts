import type { Logger } from 'pino';
import { request } from 'undici';
import { plainAgent } from '../../http/plain-agent.js';
import { isJsonObject } from '../../wire/exact-json/raw-json.js';
import { spliceTexts, TARGET_RATIO } from './compress-messages.js';
import type { CompressionThreads } from './compression-threads.js';
import { Compressor } from './compressor.js';
import type { TextPieces } from './plan-pieces.js';
import type { TextEdit } from './text-edit.js';

export interface ExternalCompressorOptions {
  readonly url: string;
  /** Where prompts are cut into pieces. */
  readonly threads: CompressionThreads;
  readonly logger: Logger;
  readonly limitMs?: number;
}

const LIMIT_MS = 2_000;
/** A shorter text is never larger than this: what a call may send at all. */
const MAX_ANSWER_BYTES = 1_048_576;
const MAX_REQUESTS = 64;
const AT_ONCE = 8;

/**
 * The operator's own extractive compressor (`COMPRESSOR_URL`): `POST {text, query, target_ratio}` answers `{text}`, for each long
 * stretch of prose. What may not be touched is not sent to it, so it cannot be lost. When one of its answers is of no use, or all
 * together take over two seconds, the original prompt is sent.
 */
export class ExternalCompressor extends Compressor {
  constructor(private readonly options: ExternalCompressorOptions) {
    super();
  }

  async compress(messages: Buffer): Promise<Buffer | undefined> {
    // One limit for the whole prompt: a slow compressor costs a call two seconds, however many texts it has.
    const signal = AbortSignal.timeout(this.options.limitMs ?? LIMIT_MS);
    try {
      const { pieces = [] } = await this.options.threads.run('pieces', messages);
      return spliceTexts(messages, await this.shortenAll(pieces, signal));
    } catch (error) {
      this.options.logger.warn({ err: error }, 'the compressor cannot be used; the original is sent');
      return undefined;
    }
  }

  close(): Promise<void> {
    return this.options.threads.close();
  }

  private async shortenAll(texts: readonly TextPieces[], signal: AbortSignal): Promise<TextEdit[]> {
    const parts = texts.map(({ pieces }) => pieces.map(({ text }) => text));
    const requests = texts
      .flatMap(({ pieces, question }, place) =>
        pieces.flatMap(({ text, mayShorten }, index) =>
          mayShorten ? [{ place, index, text, question }] : [],
        ),
      )
      .slice(0, MAX_REQUESTS);
    const remaining = requests.values();
    const work = async (): Promise<void> => {
      for (const { place, index, text, question } of remaining) {
        const own = parts[place];
        if (own !== undefined) own[index] = await this.shorten(text, question, signal);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return texts.flatMap((slot, place) => {
      const text = (parts[place] ?? []).join('');
      return text === slot.pieces.map((piece) => piece.text).join('') ? [] : [{ slot, text }];
    });
  }

  /** @throws Error for everything but a shorter text, or the same. */
  private async shorten(text: string, query: string, signal: AbortSignal): Promise<string> {
    const answer = await request(this.options.url, {
      dispatcher: plainAgent,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ text, query, target_ratio: TARGET_RATIO }),
      signal,
    });
    const body = await readBounded(answer.body);
    if (answer.statusCode !== 200) throw new Error(`the compressor answered ${answer.statusCode}`);
    const parsed: unknown = JSON.parse(body);
    const shortened = isJsonObject(parsed) ? parsed['text'] : undefined;
    if (typeof shortened !== 'string' || shortened.trim() === '')
      throw new Error('the compressor answered no text');
    if (shortened.length > text.length) throw new Error('the compressor answered a longer text');
    return withEndsOf(text, shortened);
  }
}

/** The space at a text's ends parts it from what stands beside it. */
function withEndsOf(text: string, shortened: string): string {
  const before = /^\s*/.exec(text)?.[0] ?? '';
  const after = text.slice(text.trimEnd().length);
  return `${before}${shortened.trim()}${after}`;
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
