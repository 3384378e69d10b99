import { parentPort } from 'node:worker_threads';
import { runCompressionTask, type CompressionTask } from './compression-task.js';

const port = parentPort;
port?.on('message', (task: CompressionTask) => {
  port.postMessage(runCompressionTask(task));
});
