import { useState } from 'preact/hooks';
import { keysPath } from '../../api/keys.js';
import type { ApiKey } from '../../api/types.js';
import { usePages } from '../../api/use-pages.js';
import { Button } from '../../ui/button.js';
import { Loaded } from '../../ui/loaded.js';
import { Screen } from '../../ui/screen.js';
import type { ScreenProps } from '../../url/screen-props.js';
import { CreateKeyDialog } from './create-key-dialog.js';
import { KeysTable } from './keys-table.js';
import { RevokeKeyDialog } from './revoke-key-dialog.js';
import { text } from './text.js';

/** The API keys of a project: create, look at, revoke. */
export default function KeysScreen({ projectId }: ScreenProps) {
  const keys = usePages<ApiKey>(keysPath(projectId));
  const [isCreating, setIsCreating] = useState(false);
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
      <Loaded read={keys}>{(rows) => <KeysTable keys={rows} pages={keys} onRevoke={setRevoking} />}</Loaded>
      {isCreating && <CreateKeyDialog projectId={projectId} onClose={() => setIsCreating(false)} />}
      {revoking !== undefined && <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </Screen>
  );
}
