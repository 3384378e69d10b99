import { fstatSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startSimulator } from './simulator/start-simulator.js';

/**
 * The bundled simulator as a process of its own: `--port N` (0 = any), `--host H`, `--pace F` (0 = no waiting),
 * `--batch-delay MS`, `--faults PLAN` (`src/lib/fault-plan.ts`), `--labs A,B` (prefixes of the labs' ids). Prints `{"listening":PORT}` on standard output. Ends on SIGTERM and when its parent's channel closes,
 * so that a killed gateway leaves no orphan.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      host: { type: 'string', default: '127.0.0.1' },
      pace: { type: 'string', default: '1' },
      'batch-delay': { type: 'string' },
      faults: { type: 'string', default: '' },
      labs: { type: 'string', default: 'vendora,vendorb' },
    },
  });
  const batchDelay = values['batch-delay'];
  const [a = '', b = ''] = values.labs.split(',');
  const simulator = await startSimulator({
    port: readNumber('--port', values.port, 65_535),
    host: values.host,
    pace: readNumber('--pace', values.pace, 100),
    faults: values.faults,
    labs: { a, b },
    ...(batchDelay !== undefined && { batchDelayMs: readNumber('--batch-delay', batchDelay, 86_400_000) }),
  });
  const stop = (): void => void simulator.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  endWithParent(stop);
  process.stdout.write(`${JSON.stringify({ listening: simulator.port })}\n`);
}

function endWithParent(stop: () => void): void {
  process.once('disconnect', stop);
  if (process.connected) return;
  // A standard input that is no pipe (the null device, a file) ends at once and says nothing about the parent.
  const input = fstatSync(0);
  if (!input.isFIFO() && !input.isSocket()) return;
  process.stdin.once('end', stop).once('close', stop).resume();
}

function readNumber(flag: string, text: string, highest: number): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= highest) return value;
  throw new RangeError(`${flag} takes a number from 0 to ${highest}, got "${text}"`);
}

await main();
