import type { BillingReports } from '../../billing/usage/billing-reports.service.js';
import type { LedgerEntryEntity } from '../../billing/ledger/ledger-entry.entity.js';
import type { LedgerFilters } from '../../billing/ledger/ledger-filters.js';
import { formatUsd, parseUsd } from '../../lib/money.js';
import { pageLines } from '../csv/page-lines.js';
import { presentLedgerEntry } from '../present.js';

/** The ledger as CSV; amounts are exact. */
export function ledgerLines(
  reports: BillingReports,
  organizationId: string,
  filters: LedgerFilters,
  { after, limit }: { after: string | undefined; limit: number | undefined },
): AsyncGenerator<string> {
  return pageLines<LedgerEntryEntity>({
    header: ['id', 'created_at', 'kind', 'amount_usd', 'reference', 'note'],
    valuesOf: (row) => {
      const { id, created_at: createdAt, kind, reference, note } = presentLedgerEntry(row);
      return [id, createdAt, kind, { decimal: formatUsd(parseUsd(row.amountUsd)) }, reference, note];
    },
    read: (page) => reports.ledger(organizationId, filters, page),
    idOf: ({ sequence }) => `led_${sequence}`,
    after,
    limit,
  });
}
