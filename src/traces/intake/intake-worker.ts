import { parentPort } from 'node:worker_threads';
import { transferablesOf } from '../encoding/span-batch.js';
import { readTraceBody, type TraceBody } from './read-trace-body.js';

/** Entry of the thread that reads large trace bodies. Each message is a body; each is answered once, in order. */
const port = parentPort;
port?.on('message', (body: TraceBody) => {
  const outcome = readTraceBody(body);
  port.postMessage(outcome, outcome.kind === 'batch' ? transferablesOf(outcome.batch) : []);
});
