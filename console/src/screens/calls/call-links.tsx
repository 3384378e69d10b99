import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import type { Call } from '../../api/calls.js';
import { Facts } from '../../ui/facts.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { pathOf, type ScreenName } from '../../url/routes.js';
import { text } from './text.js';

/** To what the call belongs to. Router and group are linked where they decided. */
export function CallLinks({ call }: { readonly call: Call }) {
  const { project_id, trace_id, batch_id, key_id, key_name } = call;
  const to = (screen: ScreenName, label: string, rowId?: string): ComponentChildren => (
    <Link key={screen} href={pathOf(screen, { projectId: project_id }, rowId)}>
      <ForeignText>{label}</ForeignText>
    </Link>
  );
  return (
    <Facts
      facts={[
        [text.trace, trace_id === null ? text.noTrace : to('traces', trace_id, trace_id)],
        [text.key, to('keys', key_name ?? key_id)],
        ...(batch_id === null ? [] : [[text.batch, to('batches', batch_id, batch_id)] as const]),
      ]}
    />
  );
}
