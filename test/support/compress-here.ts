import { beforeAll, vi } from 'vitest';
import { runCompressionTask } from '../../src/completions/compression/compression-task.js';
import { CompressionThreads } from '../../src/completions/compression/compression-threads.js';

/**
 * Prompts of the file's tests are shortened where they are, however long a busy machine takes: the threads of the product give up after
 * 250 ms, which specs of their own are about.
 */
export function compressHere(): void {
  beforeAll(() => {
    vi.spyOn(CompressionThreads.prototype, 'run').mockImplementation((kind, messages) =>
      Promise.resolve(runCompressionTask({ kind, messages })),
    );
  });
}
