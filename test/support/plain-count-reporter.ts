import type { Reporter, TestModule } from 'vitest/node';

/** Prints `N passed, N failed, N skipped` alone on the last line, so that a log reader without a parser can count. */
export default class PlainCountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      if (module.state() === 'failed' && module.errors().length > 0) count.failed += 1;
      for (const test of module.children.allTests()) count[test.result().state] += 1;
    }
    console.log(`\n${count.passed} passed, ${count.failed} failed, ${count.skipped + count.pending} skipped`);
  }
}
