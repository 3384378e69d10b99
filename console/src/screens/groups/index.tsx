import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { groupsPath, groupsQuery } from '../../api/groups.js';
import { refresh } from '../../api/api-query.js';
import { useProject } from '../../api/organizations.js';
import { recommendationsQuery } from '../../api/recommendations.js';
import { RecommendationsRegion } from '../../parts/recommendations/recommendations-region.js';
import { Alert } from '../../ui/alert.js';
import { ListWithPanel } from '../../ui/list-with-panel.js';
import { Loaded } from '../../ui/loaded.js';
import { Screen } from '../../ui/screen.js';
import type { ScreenProps } from '../../url/screen-props.js';
import { AssignmentNote } from './assignment-note.js';
import { GroupPanel } from './group-panel.js';
import { GroupsTable } from './groups-table.js';
import './groups.css';
import { text } from './text.js';
import { useAssign } from './use-assign.js';

/** Task groups: which models do well in each, and which one serves it. */
export default function TaskGroupsScreen({ projectId, organizationId, rowId }: ScreenProps) {
  const client = useQueryClient();
  const groups = useQuery(groupsQuery(projectId));
  const assigning = useAssign(projectId);
  const decisions = useQuery(recommendationsQuery(client, projectId, { withPrices: rowId !== undefined }));
  const recommended = decisions.data?.data.filter(({ status }) => status === 'open') ?? [];
  const isRouting = useProject(organizationId, projectId)?.permissions.smart_routing !== false;
  const recommendations = (
    <RecommendationsRegion
      projectId={projectId}
      organizationId={organizationId}
      read={decisions}
      level={rowId === undefined ? 2 : 3}
      isOf={({ group }) => group !== null && (rowId === undefined || group.id === rowId)}
      onDecided={() => refresh(client, groupsPath(projectId))}
    />
  );
  // What waits for a person stands first.
  const isFirst = recommended.some(({ group }) => group !== null);
  return (
    <Screen title={text.title}>
      {!isRouting && <Alert kind="warning">{text.notRouting}</Alert>}
      <AssignmentNote assigning={assigning} />
      <ListWithPanel
        panel={
          rowId !== undefined && (
            <GroupPanel
              key={rowId}
              projectId={projectId}
              rowId={rowId}
              read={groups}
              assigning={assigning}
              recommendations={recommendations}
              areModelsComing={decisions.isPending}
            />
          )
        }
      >
        {rowId === undefined && isFirst && recommendations}
        <Loaded read={groups}>
          {({ data }) => (
            <GroupsTable
              groups={data}
              assigning={assigning}
              recommended={recommended}
              isRowOpen={rowId !== undefined}
            />
          )}
        </Loaded>
        {rowId === undefined && !isFirst && recommendations}
      </ListWithPanel>
    </Screen>
  );
}
