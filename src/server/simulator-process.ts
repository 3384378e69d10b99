import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Settings } from '../config/settings.js';

export interface SimulatorProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/** `auto`: simulated providers only when no provider key at all is set. */
export function wantsSimulator({ simulator, providerA, providerB, marketplace, hosted }: Settings): boolean {
  if (simulator !== 'auto') return simulator === 'on';
  return [providerA, providerB, marketplace, hosted].every(({ apiKey }) => apiKey === undefined);
}

/**
 * Runs the simulated providers as a process of their own, so that they cost the gateway's event loop nothing. It has its own
 * process group: Ctrl-C reaches the gateway alone, which lets running calls end first. It ends when our end of its pipe closes.
 */
export async function startSimulatorProcess(): Promise<SimulatorProcess> {
  const entry = fileURLToPath(new URL('../simulator.main.js', import.meta.url));
  const child = spawn(process.execPath, [entry, '--port', '0'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const port = await readPort(child);
  child.unref();
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function readPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    if (child.stdout === null) throw new Error('the simulator has no output');
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`The simulator ended at its start with code ${code ?? 'none'}.`)),
    );
    createInterface({ input: child.stdout }).once('line', (line) => {
      const { listening } = JSON.parse(line) as { listening: number };
      resolve(listening);
    });
  });
}
