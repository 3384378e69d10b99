import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

const BUCKET = 'test-bucket';
/** The only account that the server knows. */
const ACCOUNT = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/** Its own command line does not run beside the commander of this project. */
const PROGRAM = `
const S3rver = require('s3rver');
const [directory, name] = process.argv.slice(1);
const options = { directory, port: 0, silent: true, vhostBuckets: false, configureBuckets: [{ name, configs: [] }] };
new S3rver(options).run().then(({ port }) => console.log('listening on :' + port));`;

/** An S3-compatible server in a process of its own, with one empty bucket. */
export interface S3Server {
  readonly url: string;
  readonly bucket: string;
  /** For `OBJECT_STORE_URL`; each prefix is a store of its own. */
  objectStoreUrl(prefix: string): string;
  /** Makes an object as large as this, without the time that it takes to send so much. */
  grow(key: string, bytes: number): Promise<void>;
  stop(): Promise<void>;
}

/** Sets the AWS variables of this process too, as an operator would. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(path.join(tmpdir(), 's3-'));
  const child = spawn(process.execPath, ['--eval', PROGRAM, directory, BUCKET], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = `http://127.0.0.1:${await portOf(child)}`;
  Object.assign(process.env, ACCOUNT);
  return {
    url,
    bucket: BUCKET,
    objectStoreUrl: (prefix) => `s3://${BUCKET}/${prefix}?endpoint=${encodeURIComponent(url)}`,
    grow: (key, bytes) => truncate(path.join(directory, BUCKET, `${key}._S3rver_object`), bytes),
    stop: async () => {
      const over = once(child, 'exit');
      child.kill();
      await over;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function portOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the S3 server has no output');
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const port = /listening on .*:(\d+)$/.exec(line)?.[1];
    if (port !== undefined) return port;
  }
  throw new Error('the S3 server did not start');
}
