import { Module } from '@nestjs/common';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { DiskObjectStore } from './disk-object-store.js';
import { ObjectStore } from './object-store.js';
import { NoPresignedPuts, PresignedPuts } from './presigned-puts.js';

interface Stores {
  readonly objects: ObjectStore;
  readonly presignedPuts: PresignedPuts;
}

const STORES = Symbol('STORES');

/** The S3 client is large and slow to load: only a service that has a bucket loads it. */
async function openStores({ objectStore }: Settings): Promise<Stores> {
  if (objectStore.kind === 'disk')
    return { objects: new DiskObjectStore(objectStore.directory), presignedPuts: new NoPresignedPuts() };
  const { openS3, S3ObjectStore, S3PresignedPuts } = await import('./s3-object-store.js');
  const place = openS3(objectStore);
  return { objects: new S3ObjectStore(place), presignedPuts: new S3PresignedPuts(place) };
}

/** The object store that `OBJECT_STORE_URL` names: a directory or a bucket. */
@Module({
  providers: [
    { provide: STORES, inject: [SETTINGS], useFactory: openStores },
    { provide: ObjectStore, inject: [STORES], useFactory: ({ objects }: Stores) => objects },
    { provide: PresignedPuts, inject: [STORES], useFactory: ({ presignedPuts }: Stores) => presignedPuts },
  ],
  exports: [ObjectStore, PresignedPuts],
})
export class StorageModule {}
