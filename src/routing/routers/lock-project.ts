import type { EntityManager } from 'typeorm';
import { RouterGoneError } from './router-errors.js';

/**
 * Changes of one project's routers happen one after the other, and one after the other with changes of its toggles: whoever
 * writes a router takes this lock first. Weak enough to let calls and keys refer to the project meanwhile.
 * @throws RouterGoneError (404) when the project is deleted
 */
export async function lockProject(
  manager: EntityManager,
  projectId: string,
): Promise<{ readonly chineseModels: boolean; readonly automaticUpdates: boolean }> {
  const [project] = await manager.query<{ chinese_models: boolean; automatic_updates: boolean }[]>(
    'SELECT chinese_models, automatic_updates FROM projects WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE',
    [projectId],
  );
  if (project === undefined) throw new RouterGoneError('project', projectId);
  return { chineseModels: project.chinese_models, automaticUpdates: project.automatic_updates };
}
