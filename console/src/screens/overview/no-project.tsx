import { Command } from '../../parts/commands/command.js';
import { newOrganization, newProject } from '../../parts/commands/commands.js';
import { EmptyState } from '../../ui/empty-state.js';
import { text } from './text.js';
import { gatewayOrigin } from '../../url/origin.js';

/** Of a new installation without any project. */
export function NoProject({ organizationId }: { readonly organizationId: string }) {
  return (
    <EmptyState title={text.noProjectTitle}>
      <p>{text.noProject}</p>
      <Command>
        {organizationId === ''
          ? newOrganization(gatewayOrigin())
          : newProject(gatewayOrigin(), organizationId)}
      </Command>
    </EmptyState>
  );
}
