import Bull from 'bull';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { redisPauseMs } from '../database/reconnect-pause.js';
import { JobQueue } from './job-queue.js';

const QUEUE_NAME = 'gateway-jobs';
/** Long enough for an hourly id to stay known; old ones go. */
const KEPT_JOBS = 200;
const TRIES = 3;
const RETRY_DELAY_MS = 30_000;
const ANSWER_WITHIN_MS = 5_000;

/** On Redis: a job is done by one of the processes that share it. Ids of finished jobs stay known, so that none is done twice. */
export class BullJobQueue extends JobQueue {
  override readonly kind = 'redis';
  private readonly queue: Bull.Queue<{ id: string }>;
  private readonly clients: Redis[] = [];
  private readonly running = new Set<Promise<void>>();

  constructor(redisUrl: string, logger: Logger) {
    super();
    this.queue = new Bull(QUEUE_NAME, {
      createClient: (_type, options) => {
        const client = new Redis(redisUrl, {
          ...options,
          maxRetriesPerRequest: null,
          enableReadyCheck: false,
          retryStrategy: redisPauseMs,
        });
        this.clients.push(client);
        return client;
      },
    });
    // Redis may be away for a while; Bull connects anew by itself.
    this.queue.on('error', (error) => logger.warn({ err: error }, 'the job queue has no connection'));
    this.queue.on('failed', (job, error) =>
      logger.warn({ err: error, job: job.name, id: job.data.id }, 'a job failed'),
    );
  }

  override handle(name: string, work: (id: string) => Promise<void>): void {
    const run = (id: string): Promise<void> => {
      const job = work(id).finally(() => this.running.delete(job));
      this.running.add(job);
      return job;
    };
    // Rejects when the connection ends for good, which `error` has told.
    this.queue.process(name, 1, (job) => run(job.data.id)).catch(() => undefined);
  }

  override async add(name: string, id: string): Promise<void> {
    const added = this.queue.add(
      name,
      { id },
      {
        jobId: `${name}:${id}`,
        attempts: TRIES,
        backoff: RETRY_DELAY_MS,
        removeOnComplete: KEPT_JOBS,
        removeOnFail: KEPT_JOBS,
      },
    );
    await within(ANSWER_WITHIN_MS, added);
  }

  override async isUp(): Promise<boolean> {
    await this.queue.client.ping();
    return true;
  }

  /** Lets the running jobs end. Bull's own waiting fails where nobody can catch it when Redis is away. */
  override async close(): Promise<void> {
    await Promise.allSettled(this.running);
    await within(ANSWER_WITHIN_MS, this.queue.close(true)).catch(() => undefined);
    for (const client of this.clients) client.disconnect();
  }
}

/** Bull waits for Redis without an end. @throws Error when the time has passed */
async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Redis does not answer')), milliseconds);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
