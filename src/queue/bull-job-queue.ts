import Bull from 'bull';
import type { Logger } from 'pino';
import { JobQueue } from './job-queue.js';

const QUEUE_NAME = 'gateway-jobs';
/** Long enough for an hourly id to stay known; old ones go. */
const KEPT_JOBS = 200;
const TRIES = 3;
const RETRY_DELAY_MS = 30_000;

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
    void this.queue.process(name, 1, (job) => work(job.data.id));
  }

  override async add(name: string, id: string): Promise<void> {
    await this.queue.add(
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
  }

  close(): Promise<void> {
    return this.queue.close();
  }
}
