import { useQuery } from '@tanstack/preact-query';
import { contentQuery, type Call, type CallContent } from '../../api/calls.js';
import { useProjects } from '../../api/organizations.js';
import type { Project } from '../../api/types.js';
import { CodeText } from '../../ui/code-text.js';
import { Region } from '../../ui/region.js';
import { text } from './text.js';

export interface ContentRegionProps {
  readonly call: Call;
  readonly organizationId: string;
}

/** What was asked and answered; asked for only where the project keeps it, and not there when this call's was not kept. */
export function ContentRegion({ call, organizationId }: ContentRegionProps) {
  const projects = useProjects(organizationId === '' ? undefined : organizationId);
  const isKept = keepsContents(projects.data?.find(({ id }) => id === call.project_id));
  const { data } = useQuery({ ...contentQuery(call.id), enabled: isKept, retry: false });
  return isKept && data !== undefined ? <Content content={data} /> : null;
}

function Content({ content }: { readonly content: CallContent }) {
  return (
    <Region title={text.content}>
      <h3>{text.request}</h3>
      <CodeText label={text.request}>{printed(content.request)}</CodeText>
      <h3>{text.response}</h3>
      <CodeText label={text.response}>{printed(content.response)}</CodeText>
    </Region>
  );
}

/** Projects that have no such setting keep none. */
function keepsContents(project: Project | undefined): boolean {
  const setting = (project as { call_content?: { enabled?: boolean } | null } | undefined)?.call_content;
  return setting?.enabled === true;
}

const printed = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);
