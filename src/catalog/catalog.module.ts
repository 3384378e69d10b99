import { Global, Module } from '@nestjs/common';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { Catalog } from './catalog.js';
import { ModelIds } from './ids/model-ids.service.js';
import { readCatalogFile } from './reading/read-catalog-file.js';

/** The one catalogue of the process, read and checked at start. */
@Global()
@Module({
  providers: [
    {
      provide: Catalog,
      inject: [SETTINGS],
      useFactory: ({ catalogPath, idPrefixA, idPrefixB }: Settings) =>
        readCatalogFile({ path: catalogPath, prefixes: { a: idPrefixA, b: idPrefixB } }),
    },
    ModelIds,
  ],
  exports: [Catalog, ModelIds],
})
export class CatalogModule {}
