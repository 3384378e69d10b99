import type { LedgerKind } from './ledger-entry.entity.js';

/** What the entries of a page have in common; absent members let everything pass. */
export interface LedgerFilters {
  readonly kind?: LedgerKind;
  /** As the management API shows it. */
  readonly reference?: string;
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}
