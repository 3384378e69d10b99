import { exitAtOnce } from './server/exit-at-once.js';
import { keepObjectsYoung } from './server/keep-objects-young.js';

keepObjectsYoung();
// Before the rest is loaded, which takes a second: a signal that comes meanwhile is a stop as any other.
exitAtOnce();
try {
  const { runService } = await import('./server/run-service.js');
  await runService();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
