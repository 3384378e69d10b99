import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Longer than their size tells, which is what files are sorted by where nothing is known of earlier runs. */
const LONG = new Set([
  'clickhouse-store.spec.ts',
  'process-book.spec.ts',
  'process-chaos.spec.ts',
  'process-chaos-providers.spec.ts',
  'process-console.spec.ts',
  'process-key-limits.spec.ts',
  'process-openai-batches.spec.ts',
  'usage-cuts.spec.ts',
]);

/** As usual, but the long ones begin before the others of their project: at the end a core would have nothing to do beside them. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = new Set(sorted.map(({ project }) => project));
    return [...projects].flatMap((one) => {
      const own = sorted.filter(({ project }) => project === one);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}

const isLong = ({ moduleId }: TestSpecification): boolean => LONG.has(path.basename(moduleId));
