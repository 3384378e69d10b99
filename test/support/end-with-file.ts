import { afterAll, vi } from 'vitest';
import { endAllOwed } from './owed-ends.js';

// Files share the processes of the workers: what a failed one would leave (a replica that sweeps, connections, a clock that stands
// still) is none of the next one's. Asked for before each file, so that it comes after all that the file does by itself.
afterAll(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await endAllOwed();
});
