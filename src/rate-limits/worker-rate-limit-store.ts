import { waitForAnswer } from '../lib/wait-for-answer.js';
import type { RateLimit, RateLimitVerdict } from './gcra.js';
import type { TakeMessage, TakenMessage } from './primary-rate-limits.js';
import { RateLimitStore } from './rate-limit-store.js';

const ANSWER_WITHIN_MS = 250;

/** Asks the primary process, which keeps the buckets for all workers. When it does not answer, this process limits alone. */
export class WorkerRateLimitStore extends RateLimitStore {
  private readonly waiting = new Map<number, (verdict: RateLimitVerdict) => void>();
  private nextTicket = 0;

  constructor(private readonly fallback: RateLimitStore) {
    super();
    process.on('message', (message: unknown) => {
      if (!isTaken(message)) return;
      this.waiting.get(message.ticket)?.(message.verdict);
    });
  }

  override take(bucket: string, limit: RateLimit): Promise<RateLimitVerdict> {
    const ticket = (this.nextTicket += 1);
    return new Promise((resolve) => {
      const answered = waitForAnswer(ANSWER_WITHIN_MS, () => {
        this.waiting.delete(ticket);
        resolve(this.fallback.take(bucket, limit));
      });
      this.waiting.set(ticket, (verdict) => {
        answered();
        this.waiting.delete(ticket);
        resolve(verdict);
      });
      process.send?.({ rateLimit: 'take', ticket, bucket, limit } satisfies TakeMessage);
    });
  }
}

function isTaken(message: unknown): message is TakenMessage {
  return (
    typeof message === 'object' && message !== null && 'rateLimit' in message && message.rateLimit === 'taken'
  );
}
