import { Entity, PrimaryColumn } from 'typeorm';

/** A reference in carried pieces that held money, or was settled wrongly, when it was last looked at. */
@Entity('ledger_open_holds')
export class LedgerOpenHoldEntity {
  @PrimaryColumn('text', { name: 'organization_id', primaryKeyConstraintName: 'ledger_open_holds_pk' })
  organizationId!: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'ledger_open_holds_pk' })
  reference!: string;
}
