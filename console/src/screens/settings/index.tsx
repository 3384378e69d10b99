import { useIsOperator } from '../../api/use-is-operator.js';
import { Screen } from '../../ui/screen.js';
import type { ScreenProps } from '../../url/screen-props.js';
import { Addresses } from './addresses.js';
import { FirstSteps } from './first-steps.js';
import { ForOrganization } from './for-organization.js';
import { StatusRegions } from './status-regions.js';
import './settings.css';
import { text } from './text.js';

/** How the service stands, and how it is called. */
export default function SettingsScreen({ projectId, organizationId }: ScreenProps) {
  const isOperator = useIsOperator();
  return (
    <Screen title={text.title}>
      {isOperator ? (
        <StatusRegions />
      ) : (
        <ForOrganization projectId={projectId} organizationId={organizationId} />
      )}
      <FirstSteps projectId={projectId} />
      <Addresses />
    </Screen>
  );
}
