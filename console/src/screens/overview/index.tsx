import { gatewayNow } from '../../clock/now.js';
import { useQuery } from '@tanstack/preact-query';
import { useMemo } from 'preact/hooks';
import { overviewQuery } from '../../api/overview.js';
import { POLLS } from '../../api/polls.js';
import { pollEvery } from '../../api/query-client.js';
import { statusQuery } from '../../api/status.js';
import { useIsOperator } from '../../api/use-is-operator.js';
import { browserZone } from '../../format/zones.js';
import { Alert } from '../../ui/alert.js';
import { Loaded } from '../../ui/loaded.js';
import { Screen } from '../../ui/screen.js';
import type { ScreenProps } from '../../url/screen-props.js';
import { boundsOf } from './days.js';
import { FirstSteps } from './first-steps.js';
import { NoProject } from './no-project.js';
import { OverviewParts } from './overview-parts.js';
import './overview.css';
import { text } from './text.js';

/** What matters at a glance of the chosen project and its organization. */
export default function OverviewScreen({ projectId, organizationId }: ScreenProps) {
  const bounds = useMemo(() => boundsOf(gatewayNow(), browserZone()), [projectId]);
  const overview = useQuery({
    ...overviewQuery(projectId, new Date(bounds.yesterday).toISOString()),
    ...pollEvery(POLLS.overview),
    enabled: projectId !== '',
  });
  const status = useQuery({ ...statusQuery(), enabled: useIsOperator() });
  return (
    <Screen title={text.title}>
      {status.error !== null && (
        <Alert kind="warning">
          {text.noStatus} {status.error.message}
        </Alert>
      )}
      {projectId === '' ? (
        <NoProject organizationId={organizationId} />
      ) : (
        <Loaded read={overview}>
          {(data) =>
            data.last_call_at === null ? (
              <FirstSteps projectId={projectId} />
            ) : (
              <OverviewParts overview={data} status={status.data} bounds={bounds} projectId={projectId} />
            )
          }
        </Loaded>
      )}
    </Screen>
  );
}
