import type { AuditEntry } from '../../api/types.js';
import { Facts } from '../../ui/facts.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { RowPanel } from '../../ui/row-panel.js';
import { Time } from '../../ui/time.js';
import { nameOfActor } from './audit-table.js';
import { EntryChanges } from './entry-changes.js';
import { text } from './text.js';

export interface EntryPanelProps {
  readonly rowId: string;
  /** Those that were read; the API answers no single one. */
  readonly entries: readonly AuditEntry[];
  readonly onClose: () => void;
}

export function EntryPanel({ rowId, entries, onClose }: EntryPanelProps) {
  const entry = entries.find(({ id }) => id === rowId);
  return (
    <RowPanel title={text.entry(rowId)} rowId={rowId} onClose={onClose}>
      {entry === undefined ? (
        <p>{text.gone}</p>
      ) : (
        <>
          <EntryFacts entry={entry} />
          <EntryChanges entry={entry} />
        </>
      )}
    </RowPanel>
  );
}

function EntryFacts({ entry }: { readonly entry: AuditEntry }) {
  const { who, created_at, action, target, request_id, project_id } = entry;
  const name = nameOfActor(entry);
  return (
    <Facts
      facts={[
        [text.when, <Time key="when" at={created_at} isExact />],
        [text.who, <ForeignText key="who">{name === who ? who : `${name} (${who})`}</ForeignText>],
        [text.action, <code key="action">{action}</code>],
        [text.target, <code key="target">{target.id}</code>],
        [text.project, <code key="project">{project_id ?? '—'}</code>],
        [text.request, <code key="request">{request_id}</code>],
      ]}
    />
  );
}
