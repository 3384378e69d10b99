import cluster, { type Worker } from 'node:cluster';

/** A worker was asked for metrics, and wants those of all. */
export interface GatherMessage {
  readonly scrape: 'gather';
  readonly ticket: number;
}

/** The primary asks a worker for its own. */
export interface TellMessage {
  readonly scrape: 'tell';
  readonly ticket: number;
}

export interface ToldMessage {
  readonly scrape: 'told';
  readonly ticket: number;
  readonly text: string;
}

/** The primary's answer: a text of each worker that answered in time. */
export interface GatheredMessage {
  readonly scrape: 'gathered';
  readonly ticket: number;
  readonly texts: readonly string[];
}

type FromWorker = GatherMessage | ToldMessage;

/** A worker whose event loop stands longer is left out of this scrape: the others must not wait for it. */
const TOLD_WITHIN_MS = 1_000;

/** Lets any of the workers that share the port answer a scrape for all of them. */
export function answerScrapes(): void {
  const waiting = new Map<number, (text: string) => void>();
  let lastTicket = 0;
  const ask = (worker: Worker): Promise<string | undefined> =>
    new Promise((resolve) => {
      const ticket = (lastTicket += 1);
      const finish = (text: string | undefined): void => {
        clearTimeout(timer);
        waiting.delete(ticket);
        resolve(text);
      };
      const timer = setTimeout(() => finish(undefined), TOLD_WITHIN_MS);
      waiting.set(ticket, finish);
      send(worker, { scrape: 'tell', ticket }, () => finish(undefined));
    });
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (!isFromWorker(message)) return;
    if (message.scrape === 'told') {
      waiting.get(message.ticket)?.(message.text);
      return;
    }
    const { ticket } = message;
    void Promise.all(liveWorkers().map(ask)).then((texts) => {
      const answer: GatheredMessage = {
        scrape: 'gathered',
        ticket,
        texts: texts.filter((text) => text !== undefined),
      };
      send(worker, answer);
    });
  });
}

function liveWorkers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true) as Worker[];
}

/** A worker that died meanwhile cannot be told; without a listener that failure would end the primary too. */
function send(worker: Worker, message: TellMessage | GatheredMessage, failed = (): void => undefined): void {
  worker.process.send(message, (error: Error | null) => {
    if (error !== null) failed();
  });
}

function isFromWorker(message: unknown): message is FromWorker {
  return (
    typeof message === 'object' &&
    message !== null &&
    'scrape' in message &&
    (message.scrape === 'gather' || message.scrape === 'told')
  );
}
