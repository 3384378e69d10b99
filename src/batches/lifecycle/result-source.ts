import type { PortionResult } from '../../upstreams/batches/batch-provider.js';

type Results = AsyncIterable<PortionResult> | readonly PortionResult[];

/** Results up to where their source fails: its failure is kept apart from those of whoever writes them down. */
export class ResultSource implements AsyncIterable<PortionResult> {
  failure: { readonly error: unknown } | undefined;

  constructor(private readonly results: () => Results) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<PortionResult> {
    try {
      yield* this.results();
    } catch (error) {
      this.failure = { error };
    }
  }
}
