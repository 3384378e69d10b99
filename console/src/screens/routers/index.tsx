import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { routersQuery } from '../../api/routers.js';
import { Button } from '../../ui/button.js';
import { ListWithPanel } from '../../ui/list-with-panel.js';
import { Loaded } from '../../ui/loaded.js';
import { Screen } from '../../ui/screen.js';
import type { ScreenProps } from '../../url/screen-props.js';
import { CreateRouterDialog } from './create-router-dialog.js';
import { RouterPanel } from './router-panel.js';
import { RoutersTable } from './routers-table.js';
import './routers.css';
import { text } from './text.js';

/** The routers of a project: what they choose, a draft with its test, versions, recommendations. */
export default function RoutersScreen({ projectId, organizationId, rowId }: ScreenProps) {
  const routers = useQuery(routersQuery(projectId));
  const [isCreating, setIsCreating] = useState(false);
  return (
    <Screen
      title={text.title}
      actions={
        <Button kind="primary" onClick={() => setIsCreating(true)}>
          {text.createRouter}
        </Button>
      }
    >
      <ListWithPanel
        panel={
          rowId !== undefined && (
            <RouterPanel key={rowId} rowId={rowId} read={routers} owner={{ projectId, organizationId }} />
          )
        }
      >
        <Loaded read={routers}>
          {({ data }) => <RoutersTable routers={data} isRowOpen={rowId !== undefined} />}
        </Loaded>
      </ListWithPanel>
      {isCreating && <CreateRouterDialog projectId={projectId} onClose={() => setIsCreating(false)} />}
    </Screen>
  );
}
