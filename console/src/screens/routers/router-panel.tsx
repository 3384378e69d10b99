import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { refreshRouter, routerPartsQuery, versionsPath, type RouterDetail } from '../../api/routers.js';
import type { Page } from '../../api/page-cursor.js';
import type { Router, RouterVersion } from '../../api/types.js';
import { usePages } from '../../api/use-pages.js';
import { RecommendationsRegion } from '../../parts/recommendations/recommendations-region.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Loading } from '../../ui/loading.js';
import type { Read } from '../../ui/loaded.js';
import { RowPanel } from '../../ui/row-panel.js';
import { useOpenRow } from '../../url/use-open-row.js';
import { RouterActions } from './router-actions.js';
import { useRouterDraft } from './router-draft.js';
import { RouterEditor } from './router-editor.js';
import { TestRegion } from './test-region.js';
import { text } from './text.js';
import { VersionsRegion } from './versions-region.js';

interface Owner {
  readonly projectId: string;
  readonly organizationId: string;
}

export interface RouterPanelProps {
  readonly rowId: string;
  readonly read: Read<Page<Router>>;
  readonly owner: Owner;
}

/** The open router, out of the list that was read. */
export function RouterPanel({ rowId, read, owner }: RouterPanelProps) {
  const { close } = useOpenRow();
  // Who comes by a link waits for the list anyhow: what needs nothing of it is asked for beside it.
  const parts = useQuery(routerPartsQuery(useQueryClient(), rowId));
  const router = read.data?.data.find(({ id }) => id === rowId);
  return (
    <RowPanel title={text.router(router?.name ?? rowId)} rowId={rowId} onClose={close}>
      {router !== undefined && <OpenRouter router={router} owner={owner} parts={parts} />}
      {router === undefined && read.isPending && <Loading />}
      {router === undefined && read.data !== undefined && (
        <EmptyState title={text.goneTitle}>
          <p>{text.gone}</p>
        </EmptyState>
      )}
    </RowPanel>
  );
}

interface OpenRouterProps {
  readonly router: Router;
  readonly owner: Owner;
  readonly parts: Read<RouterDetail>;
}

function OpenRouter({ router, owner, parts }: OpenRouterProps) {
  const { projectId } = owner;
  const client = useQueryClient();
  const pages = usePages<RouterVersion>(versionsPath(router.id), { isFilled: true });
  const { isPending, error, refetch } = parts;
  const versions = { ...pages, isPending, error: error ?? pages.error, refetch };
  const readAnew = (): Promise<void> => refreshRouter(client, projectId, router.id);
  const draft = useRouterDraft(router, readAnew);
  return (
    <>
      <RouterActions router={router} onChanged={readAnew} />
      <RouterEditor
        router={router}
        draft={draft}
        versions={versions.data ?? []}
        areModelsComing={isPending}
      />
      <TestRegion projectId={projectId} router={router} values={draft.values} isChanged={draft.isChanged} />
      <RecommendationsRegion
        level={3}
        {...owner}
        read={{ ...parts, data: parts.data?.recommendations }}
        onDecided={readAnew}
      />
      <VersionsRegion router={router} versions={versions} onRestored={readAnew} />
    </>
  );
}
