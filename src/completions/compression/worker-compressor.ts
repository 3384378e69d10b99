import type { CompressionThreads } from './compression-threads.js';
import { Compressor } from './compressor.js';

/** The product's own compressor, in threads of this process. */
export class WorkerCompressor extends Compressor {
  constructor(private readonly threads: CompressionThreads) {
    super();
  }

  async compress(messages: Buffer): Promise<Buffer | undefined> {
    const { messages: shortened } = await this.threads.run('shorten', messages);
    if (shortened === undefined) return undefined;
    return Buffer.from(shortened.buffer, shortened.byteOffset, shortened.byteLength);
  }

  close(): Promise<void> {
    return this.threads.close();
  }
}
