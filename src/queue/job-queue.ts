/** Work that is done later, once for each id. The port that code depends on; also the injection token. */
export abstract class JobQueue {
  /**
   * Says who does the jobs of a name, in every process that may. A handler may be asked again for the same id: after a crash,
   * and where the queue forgot it.
   */
  abstract handle(name: string, work: (id: string) => Promise<void>): void;

  /** Asks for a job. Over all processes that share the queue, one id is one job, also when it is asked for again later. */
  abstract add(name: string, id: string): Promise<void>;

  /** Where its jobs wait. */
  abstract readonly kind: 'redis' | 'process';

  /** Whether jobs can be asked for. May wait as long as the queue does not answer. */
  abstract isUp(): Promise<boolean>;

  /** Lets the running jobs end. */
  abstract close(): Promise<void>;
}
