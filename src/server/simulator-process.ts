import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Settings } from '../config/settings.js';

export interface SimulatorProcess {
  readonly url: string;
  stop(): Promise<void>;
}

const RESTART_PAUSE_MS = 500;

/** `auto`: simulated providers only when no provider key at all is set. */
export function wantsSimulator({ simulator, providerA, providerB, marketplace, hosted }: Settings): boolean {
  if (simulator !== 'auto') return simulator === 'on';
  return [providerA, providerB, marketplace, hosted].every(({ accounts }) => accounts.length === 0);
}

/**
 * Runs the simulated providers as a process of their own, so that they cost the gateway's event loop nothing. It has its own
 * process group: Ctrl-C reaches the gateway alone, which lets running calls end first. It ends when our end of its pipe closes.
 * One that dies is started again at its address; its uploads and batches are gone then, and so is a plan of faults that came after the start.
 */
export async function startSimulatorProcess(settings: Settings): Promise<SimulatorProcess> {
  let child = spawnSimulator(0, settings);
  const port = await readPort(child);
  let stopping = false;
  const startAgainIfItDies = (): void => {
    child.once('exit', () => {
      setTimeout(() => {
        if (stopping) return;
        child = spawnSimulator(port, settings);
        child.stdout?.resume();
        startAgainIfItDies();
      }, RESTART_PAUSE_MS).unref();
    });
  };
  startAgainIfItDies();
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function spawnSimulator(port: number, { simulatorFaults, idPrefixA, idPrefixB }: Settings): ChildProcess {
  const entry = fileURLToPath(new URL('../simulator.main.js', import.meta.url));
  const child = spawn(
    process.execPath,
    [entry, '--port', String(port), '--faults', simulatorFaults, '--labs', `${idPrefixA},${idPrefixB}`],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      detached: true,
    },
  );
  child.unref();
  // The first start listens for itself; later ones are judged by the process alone.
  child.on('error', () => undefined);
  return child;
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
