import { useQueryClient } from '@tanstack/preact-query';
import { messageOf } from '../../api/api-error.js';
import { refresh } from '../../api/api-query.js';
import { changeKey, keysPath } from '../../api/keys.js';
import type { ApiKey } from '../../api/types.js';
import { useAction } from '../../api/use-action.js';
import { Alert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { text } from './text.js';

export interface KeyActionsProps {
  readonly apiKey: ApiKey;
  readonly onEdit: (key: ApiKey) => void;
  readonly onRevoke: (key: ApiKey) => void;
}

/** What can be done with a key that was not revoked; nothing with the one that the playground calls under. */
export function KeyActions({ apiKey, onEdit, onRevoke }: KeyActionsProps) {
  const client = useQueryClient();
  const { id, project_id: projectId, disabled } = apiKey;
  const switching = useAction({
    run: () => changeKey(id, { disabled: !disabled }),
    onDone: () => refresh(client, keysPath(projectId)),
  });
  const describedBy = `name-${id}`;
  return (
    <>
      <Button kind="quiet" describedBy={describedBy} onClick={() => onEdit(apiKey)}>
        {text.edit}
      </Button>
      <Button
        kind="quiet"
        describedBy={describedBy}
        isBusy={switching.isRunning}
        onClick={() => switching.start()}
      >
        {disabled ? text.enable : text.disable}
      </Button>
      <Button kind="quiet" describedBy={describedBy} onClick={() => onRevoke(apiKey)}>
        {text.revoke}
      </Button>
      {switching.error !== null && <Alert>{messageOf(switching.error)}</Alert>}
    </>
  );
}
