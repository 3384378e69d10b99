import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readObjectStoreAddress, type S3Address } from '../../src/config/object-store-address.js';
import { DAY_MS } from '../../src/lib/durations.js';
import { DiskObjectStore } from '../../src/storage/disk-object-store.js';
import type { ObjectStore } from '../../src/storage/object-store.js';
import { openS3, S3ObjectStore, S3PresignedPuts, type S3Place } from '../../src/storage/s3-object-store.js';
import {
  InvalidObjectNameError,
  ObjectMissingError,
  ObjectTooLargeError,
  StorageUnavailableError,
} from '../../src/storage/storage-errors.js';
import { startS3Server, type S3Server } from '../support/s3-server.js';

const LARGE = randomBytes(20 * 1_048_576 + 7);

let directory: string;
let server: S3Server;

function addressAt(prefix: string): S3Address {
  const address = readObjectStoreAddress(server.objectStoreUrl(prefix));
  if (address?.kind !== 's3') throw new Error('not a bucket');
  return address;
}

function placeAt(prefix: string): S3Place {
  return openS3(addressAt(prefix));
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'objects-'));
  server = await startS3Server();
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

async function* chunksOf(bytes: Buffer, size = 65_536): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) {
    await Promise.resolve();
    yield bytes.subarray(start, start + size);
  }
}

const sourceOf = (text: string): AsyncIterable<Buffer> => chunksOf(Buffer.from(text));

async function* breakingAfter(bytes: Buffer): AsyncGenerator<Buffer> {
  yield* chunksOf(bytes);
  throw new Error('the source broke');
}

describe.each(['disk', 's3'])('the object store on %s', (kind) => {
  let store: ObjectStore;

  beforeAll(() => {
    store =
      kind === 'disk'
        ? new DiskObjectStore(path.join(directory, 'data', 'objects'))
        : new S3ObjectStore(placeAt('contract'));
  });

  const textOf = async (name: string): Promise<string> => (await buffer(await store.read(name))).toString();

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a few bytes', Buffer.from('{"requests":[]}')],
    ['more than one part', LARGE],
  ])('gives back %s as it was written, with its size and digest', async (_title, bytes) => {
    const written = await store.write('contract/whole', chunksOf(bytes));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(written).toEqual({ bytes: bytes.length, sha256 });
    expect((await buffer(await store.read('contract/whole'))).equals(bytes)).toBe(true);
    expect(await store.stat('contract/whole')).toEqual({ bytes: bytes.length });
  });

  it('takes chunks of any size, empty ones too', async () => {
    const pieces = ['', 'a', '', 'bc', ''].map((text) => Buffer.from(text));
    await store.write('pieces', {
      async *[Symbol.asyncIterator]() {
        for (const piece of pieces) yield await Promise.resolve(piece);
      },
    });
    expect(await textOf('pieces')).toBe('abc');
  });

  it('replaces an object of the same name', async () => {
    await store.write('contract/replaced', sourceOf('first, and longer'));
    await store.write('contract/replaced', sourceOf('second'));
    expect(await textOf('contract/replaced')).toBe('second');
  });

  it('lets one of many writers of one name win whole', async () => {
    const texts = Array.from({ length: 10 }, (_, index) => String(index).repeat(100_000));
    await Promise.all(texts.map((text) => store.write('contract/raced', sourceOf(text))));
    expect(texts).toContain(await textOf('contract/raced'));
  });

  it('takes as much as it may, and not one byte more', async () => {
    await store.write('contract/limit', chunksOf(LARGE), { maxBytes: LARGE.length });
    expect(await store.stat('contract/limit')).toEqual({ bytes: LARGE.length });
    for (const bytes of [LARGE, Buffer.alloc(11)]) {
      const write = store.write('contract/over', chunksOf(bytes), { maxBytes: bytes.length - 1 });
      await expect(write).rejects.toThrow(ObjectTooLargeError);
      await expect(write).rejects.toMatchObject({ status: 413 });
      expect(await store.stat('contract/over')).toBeUndefined();
    }
  });

  it('stops reading a source that is too large', async () => {
    let taken = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      for (;;) {
        taken += 1;
        yield await Promise.resolve(Buffer.alloc(1_000));
      }
    }
    await expect(store.write('contract/endless', endless(), { maxBytes: 10_000 })).rejects.toThrow(
      ObjectTooLargeError,
    );
    expect(taken).toBe(11);
  });

  it.each([
    ['early', Buffer.alloc(10)],
    ['late', LARGE],
  ])('leaves nothing of a source that breaks %s, and what was there before stays', async (_title, bytes) => {
    await expect(store.write('contract/broken', breakingAfter(bytes))).rejects.toThrow('the source broke');
    expect(await store.stat('contract/broken')).toBeUndefined();
    await store.write('contract/kept', sourceOf('kept'));
    await expect(store.write('contract/kept', breakingAfter(bytes))).rejects.toThrow('the source broke');
    expect(await textOf('contract/kept')).toBe('kept');
  });

  it('says before the first byte that there is no such object', async () => {
    await expect(store.read('contract/never')).rejects.toThrow(ObjectMissingError);
    await expect(store.read('contract')).rejects.toThrow(ObjectMissingError);
    await expect(store.copy('contract/never', 'contract/else')).rejects.toThrow(ObjectMissingError);
    expect(await store.stat('contract/never')).toBeUndefined();
    expect(await store.stat('contract')).toBeUndefined();
    await store.remove('contract/never');
  });

  it('copies an object over another, and keeps the first', async () => {
    await store.write('incoming/a', sourceOf('copied'));
    await store.write('final/deep/b', sourceOf('old'));
    await store.copy('incoming/a', 'final/deep/b');
    await store.write('incoming/a', sourceOf('changed'));
    expect(await textOf('final/deep/b')).toBe('copied');
    expect(await textOf('incoming/a')).toBe('changed');
  });

  it('removes an object once and for all', async () => {
    await store.write('contract/removed', sourceOf('x'));
    await store.remove('contract/removed');
    await store.remove('contract/removed');
    await expect(store.read('contract/removed')).rejects.toThrow(ObjectMissingError);
  });

  it('writes into a folder while its last object is removed', async () => {
    const rounds = Array.from({ length: 40 }, (_, index) => index);
    await Promise.all(
      rounds.map(async (index) => {
        await store.write(`busy/object-${index}`, sourceOf(String(index)));
        expect(await textOf(`busy/object-${index}`)).toBe(String(index));
        await store.remove(`busy/object-${index}`);
      }),
    );
    expect(await store.removeBefore('busy/', new Date(Date.now() + DAY_MS))).toBe(0);
  });

  it('removes what was written before a time, under one folder', async () => {
    for (const name of ['old/a', 'old/deep/b', 'older/c']) await store.write(name, sourceOf(name));
    expect(await store.removeBefore('old/', new Date(Date.now() - DAY_MS))).toBe(0);
    expect(await store.removeBefore('nothing/', new Date())).toBe(0);
    expect(await store.removeBefore('old/', new Date(Date.now() + DAY_MS))).toBe(2);
    expect(await store.stat('old/deep/b')).toBeUndefined();
    expect(await textOf('older/c')).toBe('older/c');
  });

  it.each(['../up', 'a/../../b', '/etc/passwd', 'a b', 'Ä', '.incoming/x', ''])(
    'refuses the name %j in every method',
    async (name) => {
      const refused: Promise<unknown>[] = [
        store.write(name, sourceOf('x')),
        store.read(name),
        store.stat(name),
        store.copy(name, 'fine'),
        store.copy('contract/whole', name),
        store.remove(name),
        store.removeBefore(`${name}/`, new Date()),
      ];
      for (const promise of refused) await expect(promise).rejects.toThrow(InvalidObjectNameError);
    },
  );

  it('lets a reader stop early', async () => {
    await store.write('contract/half', chunksOf(LARGE));
    const stream = await store.read('contract/half');
    for await (const chunk of stream) {
      expect(chunk).toBeInstanceOf(Buffer);
      break;
    }
    if (!stream.closed) await new Promise((resolve) => stream.once('close', resolve));
    expect(stream.readableEnded).toBe(false);
    expect((await buffer(await store.read('contract/half'))).length).toBe(LARGE.length);
  });
});

describe('the object store on disk', () => {
  const rootOf = (name: string): string => path.join(directory, name);

  it('is for the eyes of its owner', async () => {
    const root = rootOf('private');
    await new DiskObjectStore(root).write('folder/object', sourceOf('x'));
    const modes = await Promise.all(
      ['', 'folder', '.incoming', 'folder/object'].map((name) => stat(path.join(root, name))),
    );
    expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o700, 0o700, 0o600]);
  });

  it('leaves no temporary file behind, whether a write is well or not', async () => {
    const root = rootOf('tidy');
    const store = new DiskObjectStore(root);
    await store.write('a', sourceOf('x'));
    await expect(store.write('b', breakingAfter(LARGE))).rejects.toThrow();
    await expect(store.write('c', chunksOf(LARGE), { maxBytes: 5 })).rejects.toThrow();
    expect(await readdir(path.join(root, '.incoming'))).toEqual([]);
    expect((await readdir(root)).sort()).toEqual(['.incoming', 'a']);
  });

  it('drops what killed writers left, once it is old, and the folders that are empty', async () => {
    const root = rootOf('killed');
    const store = new DiskObjectStore(root);
    await store.write('folder/deep/object', sourceOf('x'));
    const long = new Date(Date.now() - 3 * DAY_MS);
    for (const name of ['old', 'new']) await writeFile(path.join(root, '.incoming', name), 'half');
    await utimes(path.join(root, '.incoming', 'old'), long, long);
    await utimes(path.join(root, 'folder/deep/object'), long, long);
    expect(await store.removeBefore('folder/', new Date(Date.now() - 2 * DAY_MS))).toBe(1);
    expect(await readdir(path.join(root, '.incoming'))).toEqual(['new']);
    expect(await readdir(root)).toEqual(['.incoming']);
  });

  it('answers 503 when the directory cannot be used', async () => {
    const file = rootOf('not-a-directory');
    await writeFile(file, 'x');
    await chmod(file, 0o600);
    const write = new DiskObjectStore(file).write('a', sourceOf('x'));
    await expect(write).rejects.toThrow(StorageUnavailableError);
    await expect(write).rejects.toMatchObject({ status: 503, code: 'storage_unavailable' });
  });
});

describe('the object store on S3', () => {
  it('keeps to its prefix', async () => {
    const [first, second] = [new S3ObjectStore(placeAt('one')), new S3ObjectStore(placeAt('two/deep'))];
    await first.write('a/object', sourceOf('first'));
    await second.write('a/object', sourceOf('second'));
    expect(await first.removeBefore('a/', new Date(Date.now() + DAY_MS))).toBe(1);
    expect((await buffer(await second.read('a/object'))).toString()).toBe('second');
  });

  it('takes a PUT at a presigned address without any other credential', async () => {
    const place = placeAt('presigned');
    const url = await new S3PresignedPuts(place).presign('uploads/upl_1', 60_000);
    const { pathname, searchParams } = new URL(url);
    expect(pathname).toBe(`/${server.bucket}/presigned/uploads/upl_1`);
    expect(searchParams.get('X-Amz-Expires')).toBe('60');
    expect(searchParams.get('X-Amz-SignedHeaders')).toBe('host');
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'PUT', headers, body: '{"requests":[]}' });
    expect(answer.status).toBe(200);
    expect((await buffer(await new S3ObjectStore(place).read('uploads/upl_1'))).toString()).toBe(
      '{"requests":[]}',
    );
  });

  it('signs addresses for where clients reach the bucket, when that is elsewhere', async () => {
    const address = readObjectStoreAddress(
      `${server.objectStoreUrl('elsewhere')}&public_endpoint=${encodeURIComponent('https://files.example.com')}`,
    );
    if (address?.kind !== 's3') throw new Error('not a bucket');
    const place = openS3(address);
    const url = new URL(await new S3PresignedPuts(place).presign('uploads/upl_1', 60_000));
    expect(url.origin).toBe('https://files.example.com');
    expect(url.pathname).toBe(`/${server.bucket}/elsewhere/uploads/upl_1`);
    await new S3ObjectStore(place).write('a', sourceOf('x'));
    expect(await new S3ObjectStore(place).stat('a')).toEqual({ bytes: 1 });
  });

  it('answers 503 when the bucket takes a request and says nothing', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined).resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const store = new S3ObjectStore(
      openS3({ ...addressAt('silent'), endpoint: `http://127.0.0.1:${port}` }, 50),
    );
    await expect(store.read('a')).rejects.toThrow(StorageUnavailableError);
    await expect(store.write('a', sourceOf('x'))).rejects.toThrow(StorageUnavailableError);
    silent.close();
  });

  it('answers 503 when there is no bucket, or nothing listens', async () => {
    const nowhere = openS3({
      kind: 's3',
      bucket: 'bucket',
      prefix: '',
      endpoint: 'http://127.0.0.1:1',
      publicEndpoint: undefined,
      region: 'us-east-1',
      pathStyle: true,
    });
    const noBucket = { ...placeAt('x'), bucket: 'no-such-bucket' };
    for (const place of [nowhere, noBucket]) {
      const store = new S3ObjectStore(place);
      await expect(store.write('a', sourceOf('x'))).rejects.toThrow(StorageUnavailableError);
      await expect(store.read('a')).rejects.toThrow(StorageUnavailableError);
      await expect(store.removeBefore('a/', new Date())).rejects.toThrow(StorageUnavailableError);
    }
  });
});
