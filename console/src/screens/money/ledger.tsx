import { useMemo } from 'preact/hooks';
import { download } from '../../api/download.js';
import { LEDGER_KINDS, ledgerPath } from '../../api/money.js';
import type { LedgerRow } from '../../api/types.js';
import { usePages } from '../../api/use-pages.js';
import { DownloadButton } from '../../ui/download-button.js';
import { FilterChoices, seenOptions } from '../../ui/filter-choices.js';
import { Filters } from '../../ui/filters.js';
import { Loaded } from '../../ui/loaded.js';
import { PeriodPicker } from '../../ui/period-picker.js';
import { Region } from '../../ui/region.js';
import { anyText, oneOf } from '../../url/params.js';
import { useParams } from '../../url/use-params.js';
import { usePeriod } from '../../url/use-period.js';
import { LedgerTable } from './ledger-table.js';
import { text } from './text.js';

const FILTERS = { kind: oneOf(LEDGER_KINDS), reference: anyText };
const KINDS = LEDGER_KINDS.map((kind) => ({ value: kind, label: text.kinds[kind] }));

export interface LedgerProps {
  readonly organizationId: string;
  readonly projectId: string;
}

/** Every movement of money, newest first. */
export function Ledger({ organizationId, projectId }: LedgerProps) {
  const [filters, setFilters] = useParams(FILTERS);
  const period = usePeriod('30d');
  const path = ledgerPath(organizationId);
  const query = { ...filters, ...period.query };
  const rows = usePages<LedgerRow>(path, { query });
  const references = useMemo(() => seenOptions(rows.data ?? [], ({ reference }) => reference), [rows.data]);
  const fileName = `ledger-${organizationId}.csv`;
  return (
    <Region
      title={text.ledger}
      actions={
        <DownloadButton
          download={(progress) => download({ path, query: { ...query, format: 'csv' }, fileName }, progress)}
        />
      }
    >
      <Filters label={text.filters}>
        <FilterChoices
          choices={[
            { name: 'kind', label: text.kind, options: KINDS, anyLabel: text.any },
            {
              name: 'reference',
              label: text.reference,
              options: references,
              anyLabel: text.referenceHint,
              isOpen: true,
            },
          ]}
          values={filters}
          onChange={setFilters}
        />
        <PeriodPicker period={period.shown} onChange={period.choose} />
      </Filters>
      <Loaded read={rows}>{(data) => <LedgerTable rows={data} pages={rows} projectId={projectId} />}</Loaded>
    </Region>
  );
}
