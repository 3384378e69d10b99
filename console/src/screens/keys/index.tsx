import { useState } from 'preact/hooks';
import { keysPath } from '../../api/keys.js';
import type { ApiKey } from '../../api/types.js';
import { usePages } from '../../api/use-pages.js';
import { Button } from '../../ui/button.js';
import { Loaded } from '../../ui/loaded.js';
import { Screen } from '../../ui/screen.js';
import type { ScreenProps } from '../../url/screen-props.js';
import { CreateKeyDialog } from './create-key-dialog.js';
import { EditKeyDialog } from './edit-key-dialog.js';
import { KeysTable } from './keys-table.js';
import { OwnKeysRegion } from './own-keys/own-keys-region.js';
import { RevokeKeyDialog } from './revoke-key-dialog.js';
import { text } from './text.js';

/** The API keys of a project: create, look at, change, disable, revoke; and its own ones at providers. */
export default function KeysScreen({ projectId }: ScreenProps) {
  const keys = usePages<ApiKey>(keysPath(projectId));
  const [isCreating, setIsCreating] = useState(false);
  const [editing, setEditing] = useState<ApiKey>();
  const [revoking, setRevoking] = useState<ApiKey>();
  return (
    <Screen
      title={text.title}
      actions={
        <Button kind="primary" onClick={() => setIsCreating(true)}>
          {text.createKey}
        </Button>
      }
    >
      <Loaded read={keys}>
        {(rows) => <KeysTable keys={rows} pages={keys} onEdit={setEditing} onRevoke={setRevoking} />}
      </Loaded>
      <OwnKeysRegion projectId={projectId} />
      {isCreating && <CreateKeyDialog projectId={projectId} onClose={() => setIsCreating(false)} />}
      {editing !== undefined && <EditKeyDialog apiKey={editing} onClose={() => setEditing(undefined)} />}
      {revoking !== undefined && <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </Screen>
  );
}
