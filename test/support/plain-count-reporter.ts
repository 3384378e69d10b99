import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * Prints `N passed, N failed, N skipped` alone on the last line, so that a log reader without a parser can count; before it a line
 * for each file that failed, with its own count.
 */
export default class PlainCountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const files = new Map(modules.map((module) => [path.relative('.', module.moduleId), countOf(module)]));
    console.log();
    for (const [file, count] of files)
      if (count.failed > 0) console.log(`failed file ${file}: ${print(count)}`);
    const errors = { ...NOTHING, failed: unhandledErrors.length };
    console.log(print([...files.values()].reduce(sum, errors)));
  }
}

const NOTHING: Count = { passed: 0, failed: 0, skipped: 0 };

function sum(one: Count, other: Count): Count {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

function countOf(module: TestModule): Count {
  const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
  if (module.state() === 'failed' && module.errors().length > 0) count.failed += 1;
  for (const test of module.children.allTests()) count[test.result().state] += 1;
  const { passed, failed, skipped, pending } = count;
  return { passed, failed, skipped: skipped + pending };
}

function print({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
