import { useState } from 'preact/hooks';
import { endpointsPath, type Endpoint } from '../../api/endpoints.js';
import { usePages } from '../../api/use-pages.js';
import { Button } from '../../ui/button.js';
import { Loaded } from '../../ui/loaded.js';
import { Screen } from '../../ui/screen.js';
import type { ScreenProps } from '../../url/screen-props.js';
import { DeleteEndpointDialog } from './delete-endpoint-dialog.js';
import { EndpointDialog } from './endpoint-dialog.js';
import { EndpointsTable } from './endpoints-table.js';
import { text } from './text.js';

type OpenDialog =
  { readonly kind: 'new' } | { readonly kind: 'change' | 'delete'; readonly endpoint: Endpoint };

/** Servers of one's own that answer calls of a project. */
export default function EndpointsScreen({ projectId }: ScreenProps) {
  const endpoints = usePages<Endpoint>(endpointsPath(projectId));
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = (): void => setDialog(undefined);
  return (
    <Screen
      title={text.title}
      actions={
        <Button kind="primary" onClick={() => setDialog({ kind: 'new' })}>
          {text.register}
        </Button>
      }
    >
      <Loaded read={endpoints}>
        {(rows) => (
          <EndpointsTable
            endpoints={rows}
            pages={endpoints}
            onChange={(endpoint) => setDialog({ kind: 'change', endpoint })}
            onDelete={(endpoint) => setDialog({ kind: 'delete', endpoint })}
          />
        )}
      </Loaded>
      {dialog?.kind === 'new' && <EndpointDialog projectId={projectId} onClose={close} />}
      {dialog?.kind === 'change' && (
        <EndpointDialog projectId={projectId} endpoint={dialog.endpoint} onClose={close} />
      )}
      {dialog?.kind === 'delete' && <DeleteEndpointDialog endpoint={dialog.endpoint} onClose={close} />}
    </Screen>
  );
}
