import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { aliasesPath, aliasesQuery, deleteAlias, type ModelAlias } from '../../api/aliases.js';
import { refresh } from '../../api/api-query.js';
import { useAction } from '../../api/use-action.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/confirm-dialog.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Loaded } from '../../ui/loaded.js';
import { Region } from '../../ui/region.js';
import { AliasDialog } from './alias-dialog.js';
import { AliasList } from './alias-list.js';
import { text } from './text.js';

/** Names of the project's own for models. */
export function AliasesRegion({ projectId }: { readonly projectId: string }) {
  const client = useQueryClient();
  const aliases = useQuery(aliasesQuery(projectId));
  const [edited, setEdited] = useState<ModelAlias | 'new'>();
  const [deleted, setDeleted] = useState<ModelAlias>();
  const deleting = useAction({
    run: (alias: string) => deleteAlias(projectId, alias),
    onDone: async () => {
      await refresh(client, aliasesPath(projectId));
      setDeleted(undefined);
    },
  });
  return (
    <Region title={text.aliases} actions={<Button onClick={() => setEdited('new')}>{text.addAlias}</Button>}>
      <p>{text.aliasesIntro}</p>
      <Loaded read={aliases}>
        {(rows) => <AliasList aliases={rows} onChange={setEdited} onDelete={setDeleted} />}
      </Loaded>
      {edited !== undefined && (
        <AliasDialog
          projectId={projectId}
          alias={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted !== undefined && (
        <ConfirmDialog
          title={text.deleteAliasTitle}
          confirmLabel={text.delete}
          onConfirm={() => deleting.start(deleted.alias)}
          onClose={() => setDeleted(undefined)}
          isBusy={deleting.isRunning}
          error={deleting.error}
        >
          <p class="strong">
            <ForeignText>{deleted.alias}</ForeignText>
          </p>
          <p>{text.deleteAliasEffect}</p>
        </ConfirmDialog>
      )}
    </Region>
  );
}
