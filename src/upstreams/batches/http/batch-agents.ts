import { Agent } from 'undici';
import { finishPausedAnswers } from '../../../http/finish-paused-answers.js';
import { MAX_HEADER_BYTES } from '../../upstream-answer.js';

const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 4_000;
const COMMON = { maxHeaderSize: MAX_HEADER_BYTES, connect: { timeout: CONNECT_TIMEOUT_MS } };

/** Connections to batch APIs, apart from those of live calls. */
export class BatchAgents {
  readonly kept = finishPausedAnswers(new Agent({ ...COMMON, keepAliveTimeout: KEEP_ALIVE_MS }));
  /** Each call opens a connection and closes it. */
  readonly fresh = finishPausedAnswers(new Agent({ ...COMMON, pipelining: 0 }));

  /** Cuts what is under way: a create that is cut is looked for again. */
  async close(): Promise<void> {
    await Promise.all([this.kept.destroy(), this.fresh.destroy()]);
  }
}
