import { Facts } from '../../ui/facts.js';
import { Region } from '../../ui/region.js';
import { text } from './text.js';

interface ForOrganizationProps {
  readonly organizationId: string;
  readonly projectId: string;
}

/** In the place of the status, which an organization's token does not see. */
export function ForOrganization({ organizationId, projectId }: ForOrganizationProps) {
  return (
    <Region title={text.status}>
      <p>
        {text.operatorOnly} {text.mayOrganization}
      </p>
      <Facts
        facts={[
          [text.organizationId, <code key="organization">{organizationId}</code>],
          [text.projectId, <code key="project">{projectId === '' ? '—' : projectId}</code>],
        ]}
      />
    </Region>
  );
}
