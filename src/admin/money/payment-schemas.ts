import {
  count,
  flag,
  listOf,
  named,
  oneOfWords,
  shape,
  text,
  time,
  usd,
} from '../../http/openapi/openapi-shapes.js';

export const ledgerCheckSchema = named(
  'LedgerCheck',
  shape({
    ok: { ...flag, description: 'Everything below adds up.' },
    checked_at: time,
    entries: count,
    balance_usd: usd,
    ledger_sum_usd: usd,
    difference_usd: { ...usd, description: 'Balance less the sum of the ledger: 0.' },
    reserved_usd: usd,
    open_reservations_usd: { ...usd, description: 'By the ledger; equals `reserved_usd`.' },
    open_reservations: count,
    negative_holds: { ...count, description: 'References that released more than they reserved: 0.' },
    double_settlements: {
      ...count,
      description: 'References settled more than once, or settled and still holding money: 0.',
    },
    limit_differences: {
      ...count,
      description: 'Keys and projects whose limit counts another sum than was billed for them: 0.',
    },
    piece_faults: {
      ...listOf(
        shape({
          after: { ...text('led_50000'), description: 'The entries behind this one,' },
          up_to: { ...text('led_100000'), description: 'up to this one.' },
          entries: { ...count, description: 'As many there were when they were added up.' },
          amount_usd: usd,
          found_entries: { ...count, description: 'As many there are.' },
          found_usd: usd,
        }),
      ),
      description:
        'Entries of which others are there than were added up once, as far as they were read again: none. The sums above are of those that are there.',
    },
    archived_entries: { ...count, description: 'Those of `entries` that are in archived files.' },
    archive_faults: {
      ...listOf(
        shape({
          file: text('ledger/000000000001-1c0ffee2badcafe0.jsonl.gz'),
          fault: oneOfWords('missing', 'changed', 'sums'),
        }),
      ),
      description:
        'Archived files with entries of the organization that could not be read as they were written: none.',
    },
  }),
);
