import type { TestProject } from 'vitest/node';
import { buildGateway } from '../e2e/process-gateway.js';

/**
 * Builds before anything is loaded of what is built, by this process and by those of the files: two files that begin together do not
 * both write there.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  buildGateway();
  const { startRunDatabase } = await import('./run-database.js');
  return startRunDatabase(project);
}
