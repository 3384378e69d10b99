import { Alert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { text } from './text.js';
import type { Assigning, Assignment } from './use-assign.js';

/** What the last assignment did, with the way back; or why it did not. */
export function AssignmentNote({ assigning }: { readonly assigning: Assigning }) {
  const { last, error, isRunning, undo } = assigning;
  if (last !== undefined && error !== undefined)
    return (
      <Alert>
        <ForeignText>{last.group.name}</ForeignText>: {error.message}
      </Alert>
    );
  const isDone = last !== undefined && !isRunning;
  return (
    <div class={isDone ? 'note' : 'note-to-come'}>
      <span role="status">{isDone && <span dir="auto">{noteOf(last)}</span>}</span>
      {isDone && (
        <Button kind="quiet" onClick={undo}>
          {text.undo}
        </Button>
      )}
    </div>
  );
}

const noteOf = ({ group: { name }, model }: Assignment): string =>
  model === null ? text.unassignedNote(name) : text.assignedNote(name, model);
