import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ObjectStoreAddress } from '../../config/object-store-address.js';
import { atMost } from '../../lib/at-most.js';
import { DiskObjectStore } from '../../storage/disk-object-store.js';
import type { ObjectStore } from '../../storage/object-store.js';
import { fault, ok, reasonOf, type Finding } from './finding.js';

const ANSWER_WITHIN_MS = 20_000;
const CONTENT = Buffer.from('written by the doctor');

/** Writes, reads and deletes one small object. */
export async function checkObjects(address: ObjectStoreAddress): Promise<Finding> {
  const place = address.kind === 'disk' ? 'the directory' : `the bucket ${address.bucket}`;
  try {
    const done = await atMost(ANSWER_WITHIN_MS, tryObjects(await open(address)));
    if (done === undefined) throw new Error(`no answer within ${ANSWER_WITHIN_MS / 1_000} s`);
    return ok('objects', `${place} can be written, read and deleted from`);
  } catch (error) {
    return fault('objects', {
      said: `OBJECT_STORE_URL: ${place} cannot be used (${causeOf(error)})`,
      wayOut:
        address.kind === 'disk'
          ? 'Let this account write there.'
          : 'Check endpoint, region, the AWS variables, and that they may put, get and delete objects.',
    });
  }
}

async function open(address: ObjectStoreAddress): Promise<ObjectStore> {
  if (address.kind === 'disk') return new DiskObjectStore(address.directory);
  const { openS3, S3ObjectStore } = await import('../../storage/s3-object-store.js');
  return new S3ObjectStore(openS3(address));
}

async function tryObjects(objects: ObjectStore): Promise<true> {
  const name = `doctor/${randomUUID()}`;
  await objects.write(name, pieces());
  try {
    const read = await buffer(await objects.read(name));
    if (!read.equals(CONTENT)) throw new Error('what was read is not what was written');
  } finally {
    await objects.remove(name);
  }
  return true;
}

async function* pieces(): AsyncGenerator<Buffer> {
  yield await Promise.resolve(CONTENT);
}

/** The store's own words say little of why. */
function causeOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return reasonOf(cause ?? error);
}
