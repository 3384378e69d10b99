import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { Readable } from 'node:stream';
import type { S3Address } from '../config/object-store-address.js';
import { SECOND_MS } from '../lib/durations.js';
import { checkFolder, checkObjectName } from './object-name.js';
import { ObjectStore, type WriteOptions, type WrittenObject } from './object-store.js';
import { PresignedPuts } from './presigned-puts.js';
import { SourceMeter } from './source-meter.js';
import { asStorageFailure, ObjectMissingError } from './storage-errors.js';

const PART_BYTES = 8 * 1_048_576;
/** Parts in memory for one write, and so at most 16 MB. */
const PARTS_AT_ONCE = 2;
const CONNECT_TIMEOUT_MS = 5_000;
/** From a request to the head of its answer, the sending of a part of an upload included. */
const ANSWER_WITHIN_MS = 120_000;
/** A slow reader keeps its connection. */
const MAX_CONNECTIONS = 500;
const MAX_PRESIGNED_SECONDS = 7 * 86_400;

export interface S3Place {
  readonly client: S3Client;
  /** Signs addresses for clients; never connects. */
  readonly signer: S3Client;
  readonly bucket: string;
  /** Empty, or ending in a slash. */
  readonly prefix: string;
}

/** A client for a bucket; credentials, and a region that the address does not name, come from the AWS variables. */
export function openS3(address: S3Address, answerWithinMs = ANSWER_WITHIN_MS): S3Place {
  const { bucket, prefix, endpoint, publicEndpoint } = address;
  const client = clientOf(address, endpoint, answerWithinMs);
  const signer = publicEndpoint === undefined ? client : clientOf(address, publicEndpoint, answerWithinMs);
  return { client, signer, bucket, prefix };
}

function clientOf(
  { region, pathStyle }: S3Address,
  endpoint: string | undefined,
  answerWithinMs: number,
): S3Client {
  return new S3Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
    forcePathStyle: pathStyle,
    // Other makers' servers do not all know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: answerWithinMs,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: MAX_CONNECTIONS, keepAlive: true },
      httpsAgent: { maxSockets: MAX_CONNECTIONS, keepAlive: true },
    },
  });
}

/** Objects in a bucket of Amazon S3 or of a server that speaks its protocol. */
export class S3ObjectStore extends ObjectStore {
  constructor(private readonly place: S3Place) {
    super();
  }

  /** In parts, so that a body of any length takes 16 MB of memory; a body under one part is one request. */
  async write(
    name: string,
    source: AsyncIterable<Buffer>,
    { maxBytes }: WriteOptions = {},
  ): Promise<WrittenObject> {
    const at = this.at(name);
    const meter = new SourceMeter(maxBytes);
    const body = Readable.from(meter.read(source));
    try {
      const params = { ...at, Body: body };
      const { client } = this.place;
      await new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done();
    } catch (error) {
      throw meter.failure ?? asStorageFailure(error);
    } finally {
      body.destroy();
    }
    return meter.total();
  }

  async read(name: string): Promise<Readable> {
    const { Body: body } = await this.ask(name, () =>
      this.place.client.send(new GetObjectCommand(this.at(name))),
    );
    if (!(body instanceof Readable)) throw new Error('a bucket answered an object without a stream');
    return body;
  }

  async stat(name: string): Promise<{ readonly bytes: number } | undefined> {
    try {
      const head = await this.ask(name, () => this.place.client.send(new HeadObjectCommand(this.at(name))));
      return { bytes: head.ContentLength ?? 0 };
    } catch (error) {
      if (error instanceof ObjectMissingError) return undefined;
      throw error;
    }
  }

  /** Objects over 5 GB cannot be copied in one request, and are refused by the bucket. */
  async copy(from: string, to: string): Promise<void> {
    const source = this.at(from);
    const CopySource = `${source.Bucket}/${source.Key.split('/').map(encodeURIComponent).join('/')}`;
    await this.ask(from, () => this.place.client.send(new CopyObjectCommand({ ...this.at(to), CopySource })));
  }

  async remove(name: string): Promise<void> {
    await this.ask(name, () => this.place.client.send(new DeleteObjectCommand(this.at(name))));
  }

  async removeBefore(prefix: string, before: Date): Promise<number> {
    checkFolder(prefix);
    const Prefix = `${this.place.prefix}${prefix}`;
    return this.ask(prefix, async () => {
      await this.abortWritesBefore(Prefix, before);
      return this.removeObjectsBefore(Prefix, before);
    });
  }

  private async removeObjectsBefore(Prefix: string, before: Date): Promise<number> {
    const { client, bucket: Bucket } = this.place;
    let removed = 0;
    for await (const { Contents: page = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
      const keys = page.flatMap(({ Key, LastModified }) =>
        Key !== undefined && LastModified !== undefined && LastModified < before ? [{ Key }] : [],
      );
      if (keys.length === 0) continue;
      const { Errors: failed = [] } = await client.send(
        new DeleteObjectsCommand({ Bucket, Delete: { Objects: keys, Quiet: true } }),
      );
      removed += keys.length - failed.length;
    }
    return removed;
  }

  /** What writers left that were killed: parts without an object. Servers that cannot list them are left alone. */
  private async abortWritesBefore(Prefix: string, before: Date): Promise<void> {
    const { client, bucket: Bucket } = this.place;
    const answer = await client
      .send(new ListMultipartUploadsCommand({ Bucket, Prefix }))
      .catch((error: unknown) => {
        if (error instanceof S3ServiceException && UNSUPPORTED.includes(error.name)) return undefined;
        throw error;
      });
    for (const { Key, UploadId, Initiated } of answer?.Uploads ?? [])
      if (Key?.startsWith(Prefix) && Initiated !== undefined && Initiated < before)
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  }

  private at(name: string): { Bucket: string; Key: string } {
    return addressOf(this.place, name);
  }

  private async ask<T>(name: string, send: () => Promise<T>): Promise<T> {
    try {
      return await send();
    } catch (error) {
      const isMissing = error instanceof S3ServiceException && MISSING.includes(error.name);
      throw isMissing ? new ObjectMissingError(name, { cause: error }) : asStorageFailure(error);
    }
  }
}

/** Presigned addresses of the bucket, signed for the host alone: whoever holds one needs no further header. */
export class S3PresignedPuts extends PresignedPuts {
  constructor(private readonly place: S3Place) {
    super();
  }

  async presign(name: string, ttlMs: number): Promise<string> {
    const command = new PutObjectCommand(addressOf(this.place, name));
    const expiresIn = Math.min(Math.max(1, Math.floor(ttlMs / SECOND_MS)), MAX_PRESIGNED_SECONDS);
    return getSignedUrl(this.place.signer, command, { expiresIn }).catch((error: unknown) => {
      throw asStorageFailure(error);
    });
  }
}

const MISSING = ['NoSuchKey', 'NotFound'];
const UNSUPPORTED = ['NotImplemented', 'MethodNotAllowed', 'XNotImplemented'];

function addressOf({ bucket, prefix }: S3Place, name: string): { Bucket: string; Key: string } {
  checkObjectName(name);
  return { Bucket: bucket, Key: `${prefix}${name}` };
}
