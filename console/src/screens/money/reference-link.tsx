import { Link } from 'wouter-preact';
import { ForeignText } from '../../ui/foreign-text.js';
import { pathOf, type ScreenName } from '../../url/routes.js';

export interface ReferenceLinkProps {
  readonly reference: string;
  readonly projectId: string;
}

/** What the money was for: a call and a batch have a screen of their own. */
export function ReferenceLink({ reference, projectId }: ReferenceLinkProps) {
  const screen = screenOf(reference);
  const shown = <ForeignText>{reference}</ForeignText>;
  if (screen === undefined || projectId === '') return shown;
  return (
    <Link class="reference" href={pathOf(screen, { projectId }, reference)}>
      {shown}
    </Link>
  );
}

function screenOf(reference: string): ScreenName | undefined {
  if (/^call_[0-9a-z]+$/.test(reference)) return 'calls';
  return /^batch_[0-9a-z]+$/.test(reference) ? 'batches' : undefined;
}
