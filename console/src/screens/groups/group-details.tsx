import { gatewayNow } from '../../clock/now.js';
import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import type { TaskGroup } from '../../api/types.js';
import { useModelOptions } from '../../parts/models/use-model-options.js';
import { Button } from '../../ui/button.js';
import { Picker } from '../../ui/picker/picker.js';
import { startOf } from '../../url/period.js';
import { withSearch, writeParams } from '../../url/params.js';
import { pathOf } from '../../url/routes.js';
import { GroupFacts } from './group-facts.js';
import { RecordsTable } from './records-table.js';
import { text } from './text.js';
import { shownModel, type Assigning } from './use-assign.js';

export interface GroupDetailsProps {
  readonly projectId: string;
  readonly group: TaskGroup;
  /** All, for the names of those that it was split from or into. */
  readonly groups: readonly TaskGroup[];
  readonly assigning: Assigning;
  readonly areModelsComing: boolean;
  readonly children: ComponentChildren;
}

export function GroupDetails(props: GroupDetailsProps) {
  const { projectId, group, groups, assigning, areModelsComing, children } = props;
  const models = useModelOptions({ isNeeded: !areModelsComing });
  const { last, error, isRunning, assign } = assigning;
  const failed = error !== undefined && last?.group.id === group.id ? last : undefined;
  // What was refused stays, with why beside it.
  const shown = failed === undefined ? shownModel(group, assigning) : failed.model;
  const price = shown === null ? undefined : models.priceOf(shown);
  return (
    <>
      <div class="assign">
        <Picker
          label={text.assigned}
          value={shown ?? ''}
          options={models.options}
          noneLabel={text.noneAssigned}
          onChange={(model) => assign(group, model === '' ? null : model)}
          error={failed === undefined ? undefined : error?.message}
          hint={
            <>
              {price !== undefined && <div class="strong">{price}</div>}
              {text.assignedHint}
            </>
          }
        />
        {group.assigned_model !== null && (
          <Button isBusy={isRunning} onClick={() => assign(group, null)}>
            {text.unassign}
          </Button>
        )}
      </div>
      {children}
      <RecordsTable
        group={group}
        models={models}
        onAssign={(model) => assign(group, model)}
        isBusy={isRunning}
      />
      <GroupFacts projectId={projectId} group={group} groups={groups} />
      <p>
        <Link href={callsOf(projectId, group.id)}>{text.calls}</Link>
      </p>
    </>
  );
}

/** The list of calls takes a window always. */
const callsOf = (projectId: string, groupId: string): string =>
  withSearch(
    pathOf('calls', { projectId }),
    writeParams('', { group: groupId, from: startOf('30d', gatewayNow()) }),
  );
