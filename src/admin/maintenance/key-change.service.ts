import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { SECRETS } from '../../config/config.module.js';
import type { Secrets } from '../../config/generated-secrets.js';
import { resealColumn } from '../../database/sealed-column.js';
import { LOGGER } from '../../http/logger.js';
import { allKeysOf } from '../../lib/secret-box.js';
import { SEALED_PLACES } from './sealed-places.js';

/** While there are former keys (`SECRETS_KEY_OLD`): seals what they sealed with the key that took their place. */
@Injectable()
export class KeyChange {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(SECRETS) private readonly secrets: Secrets,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(): Promise<void> {
    const { secretsKey } = this.secrets;
    if (allKeysOf(secretsKey).length === 1) return;
    for (const place of SEALED_PLACES) {
      const { former, unreadable } = await resealColumn(this.dataSource, secretsKey, place);
      const { table, column } = place;
      if (former > 0)
        this.logger.info({ table, column, rows: former }, 'secrets were sealed with the new key');
      if (unreadable > 0)
        this.logger.warn({ table, column, rows: unreadable }, 'secrets open with none of the keys');
    }
  }
}
