import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { refresh } from '../../api/api-query.js';
import { assignModel, groupsPath } from '../../api/groups.js';
import { recommendationsPath } from '../../api/recommendations.js';
import type { TaskGroup } from '../../api/types.js';
import { useAction } from '../../api/use-action.js';

/** What was asked for, with what was before it, so that it can be undone. */
export interface Assignment {
  readonly group: Pick<TaskGroup, 'id' | 'name'>;
  readonly model: string | null;
  readonly before: string | null;
}

export interface Assigning {
  readonly assign: (group: TaskGroup, model: string | null) => void;
  /** The last one; it happened if there is no error. */
  readonly last: Assignment | undefined;
  readonly undo: () => void;
  readonly isRunning: boolean;
  readonly error: Error | null;
}

/** Assigns at once, as a person would not look for another button; the way back stands beside what it says. */
export function useAssign(projectId: string): Assigning {
  const client = useQueryClient();
  const [last, setLast] = useState<Assignment>();
  const { start, isRunning, error } = useAction({
    run: ({ group, model }: Assignment) => assignModel(group.id, model),
    onDone: async () => {
      await Promise.all([
        refresh(client, groupsPath(projectId)),
        refresh(client, recommendationsPath(projectId)),
      ]);
    },
  });
  const begin = (assignment: Assignment): void => {
    if (isRunning) return;
    setLast(assignment);
    start(assignment);
  };
  return {
    assign: ({ id, name, assigned_model: before }, model) => begin({ group: { id, name }, model, before }),
    last,
    undo: () => {
      if (last !== undefined) begin({ group: last.group, model: last.before, before: last.model });
    },
    isRunning,
    error,
  };
}
