import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { providerKeysQuery, type OwnKeyProvider, type ProviderKey } from '../../../api/provider-keys.js';
import { Loaded } from '../../../ui/loaded.js';
import { Region } from '../../../ui/region.js';
import { DeleteOwnKeyDialog } from './delete-own-key-dialog.js';
import { OwnKeyDialog } from './own-key-dialog.js';
import { OwnKeyList } from './own-key-list.js';
import './own-keys.css';
import { text } from './text.js';

interface Opened {
  readonly kind: 'put' | 'delete';
  readonly provider: OwnKeyProvider;
  /** The one that stands. */
  readonly kept: ProviderKey | undefined;
}

/** A project's own keys at the providers. */
export function OwnKeysRegion({ projectId }: { readonly projectId: string }) {
  const keys = useQuery(providerKeysQuery(projectId));
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  return (
    <Region title={text.title}>
      <p>{text.intro}</p>
      <Loaded read={keys}>
        {(rows) => (
          <OwnKeyList
            keys={rows}
            onPut={(provider, kept) => setOpened({ kind: 'put', provider, kept })}
            onDelete={(provider, kept) => setOpened({ kind: 'delete', provider, kept })}
          />
        )}
      </Loaded>
      {opened?.kind === 'put' && (
        <OwnKeyDialog projectId={projectId} provider={opened.provider} kept={opened.kept} onClose={close} />
      )}
      {opened?.kind === 'delete' && (
        <DeleteOwnKeyDialog projectId={projectId} provider={opened.provider} onClose={close} />
      )}
    </Region>
  );
}
