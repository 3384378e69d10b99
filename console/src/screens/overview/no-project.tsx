import { CodeText } from '../../ui/code-text.js';
import { EmptyState } from '../../ui/empty-state.js';
import { text } from './text.js';
import { gatewayOrigin } from '../../url/origin.js';

/** Of a new installation without any project. */
export function NoProject({ organizationId }: { readonly organizationId: string }) {
  const admin = `${gatewayOrigin()}/api/v1/admin`;
  const headers = `-H "Authorization: Bearer $ADMIN_TOKEN" -H 'Content-Type: application/json'`;
  const owner = organizationId === '' ? 'ID_OF_THE_ORGANIZATION' : organizationId;
  const commands = [
    ...(organizationId === '' ? [`curl ${admin}/organizations ${headers} -d '{"name":"Acme"}'`] : []),
    `curl ${admin}/organizations/${owner}/projects ${headers} -d '{"name":"First project"}'`,
  ];
  return (
    <EmptyState title={text.noProjectTitle}>
      <p>{text.noProject}</p>
      <CodeText label={text.command}>{commands.join('\n')}</CodeText>
    </EmptyState>
  );
}
