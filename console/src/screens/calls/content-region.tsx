import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { callQuery, type Call, type CallContent } from '../../api/calls.js';
import { useProjects } from '../../api/organizations.js';
import { formatCount } from '../../format/numbers.js';
import { Button } from '../../ui/button.js';
import { CodeText } from '../../ui/code-text.js';
import { Region } from '../../ui/region.js';
import { printContent } from './print-content.js';
import { text } from './text.js';

export interface ContentRegionProps {
  readonly call: Call;
  readonly organizationId: string;
}

/** What was asked and answered; of a call that the list has asked for only where the project keeps it. */
export function ContentRegion({ call, organizationId }: ContentRegionProps) {
  const projects = useProjects(organizationId === '' ? undefined : organizationId);
  const project = projects.data?.find(({ id }) => id === call.project_id);
  const isKept = project?.call_content.enabled === true;
  const content = useQuery({ ...callQuery(call.id), enabled: isKept }).data?.content ?? undefined;
  return content === undefined ? null : <Content content={content} />;
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
