import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import cluster from 'node:cluster';
import { joinScrapes } from './join-scrapes.js';
import { Metrics } from './metrics.js';
import type { GatheredMessage, GatherMessage, TellMessage, ToldMessage } from './primary-scrapes.js';

type FromPrimary = TellMessage | GatheredMessage;

/** Longer than the primary gives to each worker. */
const GATHERED_WITHIN_MS = 2_000;

/** What `/metrics` answers: of all processes that share the port, whichever of them is asked. */
@Injectable()
export class Scrapes implements OnModuleDestroy {
  private readonly waiting = new Map<number, (texts: readonly string[]) => void>();
  private lastTicket = 0;
  private readonly listener = (message: unknown): void => {
    if (isFromPrimary(message)) this.hear(message);
  };

  constructor(private readonly metrics: Metrics) {
    if (cluster.isWorker) process.on('message', this.listener);
  }

  onModuleDestroy(): void {
    process.off('message', this.listener);
  }

  async render(): Promise<string> {
    const texts = cluster.isWorker ? await this.gather() : [];
    // A primary that does not answer is no reason to say nothing.
    const whole = texts.length === 0 ? await this.metrics.render() : joinScrapes(texts);
    return `${whole}\n${countOf(Math.max(1, texts.length))}`;
  }

  private gather(): Promise<readonly string[]> {
    const ticket = (this.lastTicket += 1);
    return new Promise((resolve) => {
      const finish = (texts: readonly string[]): void => {
        clearTimeout(timer);
        this.waiting.delete(ticket);
        resolve(texts);
      };
      const timer = setTimeout(() => finish([]), GATHERED_WITHIN_MS);
      this.waiting.set(ticket, finish);
      process.send?.({ scrape: 'gather', ticket } satisfies GatherMessage);
    });
  }

  private hear(message: FromPrimary): void {
    const { ticket } = message;
    if (message.scrape === 'gathered') this.waiting.get(ticket)?.(message.texts);
    else
      void this.metrics
        .render()
        .then((text) => process.send?.({ scrape: 'told', ticket, text } satisfies ToldMessage));
  }
}

/** Less than `WORKERS`: one did not answer in time, or is being started anew. */
function countOf(processes: number): string {
  const name = 'gateway_processes_scraped';
  const help = 'Processes behind this port that are in this scrape.';
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${processes}\n`;
}

function isFromPrimary(message: unknown): message is FromPrimary {
  return (
    typeof message === 'object' &&
    message !== null &&
    'scrape' in message &&
    (message.scrape === 'tell' || message.scrape === 'gathered')
  );
}
