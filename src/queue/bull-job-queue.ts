import Bull from 'bull';
import type { Logger } from 'pino';
import { JobQueue } from './job-queue.js';

const QUEUE_NAME = 'gateway-jobs';
/** Long enough for an hourly id to stay known; old ones go. */
const KEPT_JOBS = 200;
const TRIES = 3;
const RETRY_DELAY_MS = 30_000;
const ANSWER_WITHIN_MS = 5_000;

/** On Redis: a job is done by one of the processes that share it. Ids of finished jobs stay known, so that none is done twice. */
export class BullJobQueue extends JobQueue {
  private readonly queue: Bull.Queue<{ id: string }>;

  constructor(redisUrl: string, logger: Logger) {
    super();
    this.queue = new Bull(QUEUE_NAME, redisUrl);
    // Redis may be away for a while; Bull connects anew by itself.
    this.queue.on('error', (error) => logger.warn({ err: error }, 'the job queue has no connection'));
    this.queue.on('failed', (job, error) =>
      logger.warn({ err: error, job: job.name, id: job.data.id }, 'a job failed'),
    );
  }

  override handle(name: string, work: (id: string) => Promise<void>): void {
    // Rejects when the connection ends for good, which `error` has told.
    this.queue.process(name, 1, (job) => work(job.data.id)).catch(() => undefined);
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

  /** Lets the running job end; without a connection there is none to wait for. */
  async close(): Promise<void> {
    await within(ANSWER_WITHIN_MS, this.queue.close()).catch(() => undefined);
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
