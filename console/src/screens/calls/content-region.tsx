import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { callQuery, type Call, type CallContent } from '../../api/calls.js';
import { useProjects } from '../../api/organizations.js';
import { formatCount } from '../../format/numbers.js';
import { Alert } from '../../ui/alert.js';
import { Button } from '../../ui/button.js';
import { CodeText } from '../../ui/code-text.js';
import { ErrorState } from '../../ui/error-state.js';
import { Region } from '../../ui/region.js';
import { printContent } from './print-content.js';
import { text } from './text.js';

export interface ContentRegionProps {
  readonly call: Call;
  readonly organizationId: string;
}

/** What was asked and answered, or why that cannot be read; of a call that the list has asked for only where the project keeps it. */
export function ContentRegion({ call, organizationId }: ContentRegionProps) {
  const projects = useProjects(organizationId === '' ? undefined : organizationId);
  const project = projects.data?.find(({ id }) => id === call.project_id);
  const isKept = project?.call_content.enabled === true;
  const { data, error, refetch } = useQuery({ ...callQuery(call.id), enabled: isKept });
  if (data?.content) return <Content content={data.content} />;
  const fault = data?.contentFault;
  if (fault !== undefined)
    return (
      <Region title={text.content}>
        <Alert kind="warning">{fault}</Alert>
      </Region>
    );
  if (error === null) return null;
  return (
    <Region title={text.content}>
      <ErrorState error={error} onRetry={refetch} />
    </Region>
  );
}

function Content({ content }: { readonly content: CallContent }) {
  const [isRaw, setIsRaw] = useState(false);
  const { request, response, request_bytes, response_bytes, request_cut, response_cut } = content;
  const parts = [
    { label: text.request, of: request, bytes: request_bytes, isCut: request_cut },
    { label: text.response, of: response, bytes: response_bytes, isCut: response_cut },
  ];
  return (
    <Region
      title={text.content}
      actions={
        <Button kind="quiet" onClick={() => setIsRaw(!isRaw)}>
          {isRaw ? text.showFormatted : text.showRaw}
        </Button>
      }
    >
      {parts.map(({ label, of, bytes, isCut }) => (
        <section key={label}>
          <h3>{label}</h3>
          {isCut && <p class="soft">{text.contentCut(formatCount(bytes))}</p>}
          <CodeText label={label}>{isRaw ? of : printContent(of)}</CodeText>
        </section>
      ))}
      <p class="soft">{text.contentNote}</p>
    </Region>
  );
}
