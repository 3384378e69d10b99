import { parentPort } from 'node:worker_threads';
import { atOnce } from '../../lib/steps.js';
import { printed, type PrintJob } from './print-job.js';

/** Entry of the thread that prints long answers. Each message is one; each is answered once, in order. */
const port = parentPort;
port?.on('message', (job: PrintJob) => {
  port.postMessage(atOnce(printed(job)));
});
