import type { ComponentChildren } from 'preact';
import type { Page } from '../../api/page-cursor.js';
import type { TaskGroup } from '../../api/types.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Loading } from '../../ui/loading.js';
import type { Read } from '../../ui/loaded.js';
import { RowPanel } from '../../ui/row-panel.js';
import { useOpenRow } from '../../url/use-open-row.js';
import { GroupDetails } from './group-details.js';
import { text } from './text.js';
import type { Assigning } from './use-assign.js';

export interface GroupPanelProps {
  readonly projectId: string;
  readonly rowId: string;
  readonly read: Read<Page<TaskGroup>>;
  readonly assigning: Assigning;
  readonly recommendations: ComponentChildren;
  /** The catalogue is on its way with the recommendations. */
  readonly areModelsComing: boolean;
}

/** The open group, out of the list that was read. */
export function GroupPanel(props: GroupPanelProps) {
  const { projectId, rowId, read, assigning, recommendations, areModelsComing } = props;
  const { close } = useOpenRow();
  const groups = read.data?.data;
  const group = groups?.find(({ id }) => id === rowId);
  return (
    <RowPanel title={text.group(group?.name ?? rowId)} rowId={rowId} onClose={close}>
      {group !== undefined && groups !== undefined && (
        <GroupDetails {...{ projectId, group, groups, assigning, areModelsComing }}>
          {recommendations}
        </GroupDetails>
      )}
      {groups === undefined && read.isPending && <Loading />}
      {groups !== undefined && group === undefined && (
        <EmptyState title={text.goneTitle}>
          <p>{text.gone}</p>
        </EmptyState>
      )}
    </RowPanel>
  );
}
