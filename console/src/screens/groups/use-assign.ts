import { useQueryClient } from '@tanstack/preact-query';
import { useRef, useState } from 'preact/hooks';
import { refresh } from '../../api/api-query.js';
import { assignModel, groupsPath } from '../../api/groups.js';
import { recommendationsPath } from '../../api/recommendations.js';
import type { TaskGroup } from '../../api/types.js';

/** What was asked for, with what was before it, so that it can be undone. */
export interface Assignment {
  readonly group: Pick<TaskGroup, 'id' | 'name'>;
  readonly model: string | null;
  readonly before: string | null;
}

export interface Assigning {
  readonly assign: (group: TaskGroup, model: string | null) => void;
  /** The last one. */
  readonly last: Assignment | undefined;
  readonly isRunning: boolean;
  /** Why the last one did not happen. */
  readonly error: Error | undefined;
  readonly undo: () => void;
}

interface Told {
  readonly last?: Assignment;
  readonly isRunning: boolean;
  readonly error?: Error;
}

/**
 * Assigns at once, as a person would not look for another button; the way back stands beside what it says. One after the other:
 * who chooses again while the first is under way gets the second.
 */
export function useAssign(projectId: string): Assigning {
  const client = useQueryClient();
  const [told, tell] = useState<Told>({ isRunning: false });
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const latest = useRef<Assignment>();

  const run = async (assignment: Assignment): Promise<void> => {
    const say = (outcome: Omit<Told, 'last'>): void => {
      if (latest.current === assignment) tell({ last: assignment, ...outcome });
    };
    try {
      await assignModel(assignment.group.id, assignment.model);
      await refresh(client, groupsPath(projectId));
      say({ isRunning: false });
      void refresh(client, recommendationsPath(projectId));
    } catch (error) {
      say({ isRunning: false, error: error instanceof Error ? error : new Error(String(error)) });
    }
  };
  const begin = (assignment: Assignment): void => {
    latest.current = assignment;
    tell({ last: assignment, isRunning: true });
    queue.current = queue.current.then(() => run(assignment));
  };
  const { last } = told;
  return {
    assign: ({ id, name, assigned_model: before }, model) => begin({ group: { id, name }, model, before }),
    last,
    isRunning: told.isRunning,
    error: told.error,
    undo: () => {
      if (last !== undefined) begin({ group: last.group, model: last.before, before: last.model });
    },
  };
}

/** The model to show for a group: what was asked for, while it is under way. */
export function shownModel(group: TaskGroup, { last, isRunning }: Assigning): string | null {
  return isRunning && last?.group.id === group.id ? last.model : group.assigned_model;
}
