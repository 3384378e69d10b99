import { auditPath, AUDIT_KIND } from '../../api/audit.js';
import { download } from '../../api/download.js';
import { POLLS } from '../../api/polls.js';
import type { AuditEntry } from '../../api/types.js';
import { usePages } from '../../api/use-pages.js';
import { DownloadButton } from '../../ui/download-button.js';
import { ListWithPanel } from '../../ui/list-with-panel.js';
import { Loaded } from '../../ui/loaded.js';
import { Screen } from '../../ui/screen.js';
import { anyText, matching } from '../../url/params.js';
import type { ScreenProps } from '../../url/screen-props.js';
import { useOpenRow } from '../../url/use-open-row.js';
import { useParams } from '../../url/use-params.js';
import { usePeriod } from '../../url/use-period.js';
import { AuditFilters } from './audit-filters.js';
import { AuditTable } from './audit-table.js';
import './audit.css';
import { EntryPanel } from './entry-panel.js';
import { text } from './text.js';

const FILTERS = { actor: anyText, kind: matching(AUDIT_KIND), reference: anyText };
/** Who changed what of an organization and its projects. */
export default function AuditScreen({ organizationId, rowId }: ScreenProps) {
  const [filters, setFilters] = useParams(FILTERS);
  const period = usePeriod('30d');
  const path = auditPath(organizationId);
  const query = { ...filters, ...period.query };
  const entries = usePages<AuditEntry>(path, { query, pollMs: POLLS.audit });
  const open = useOpenRow();
  const fileName = `audit-${organizationId}.csv`;
  return (
    <Screen
      title={text.title}
      actions={
        <DownloadButton
          download={(progress) => download({ path, query: { ...query, format: 'csv' }, fileName }, progress)}
        />
      }
    >
      <AuditFilters filters={filters} onChange={setFilters} period={period} entries={entries.data ?? []} />
      <ListWithPanel
        panel={
          rowId !== undefined &&
          entries.data !== undefined && (
            <EntryPanel rowId={rowId} entries={entries.data} onClose={open.close} />
          )
        }
      >
        <Loaded read={entries}>{(rows) => <AuditTable entries={rows} pages={entries} open={open} />}</Loaded>
      </ListWithPanel>
    </Screen>
  );
}
