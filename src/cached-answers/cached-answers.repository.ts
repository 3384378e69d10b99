import { Injectable } from '@nestjs/common';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { queryWithLargeValues } from '../database/large-values.js';
import { withClient } from '../database/with-client.js';
import { Places } from '../lib/places.js';
import { concatInSteps } from '../lib/concat-in-steps.js';
import { inPieces } from '../lib/steps.js';

/** Where an answer is kept. */
export interface AnswerPlace {
  readonly keyId: string;
  readonly digest: Buffer;
}

export interface CachedRow extends AnswerPlace {
  readonly projectId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly sealed: Buffer;
}

interface SliceRow {
  readonly createdAt: Date;
  readonly length: number;
  readonly slice: Buffer;
}

/** A value comes as text of twice its length, which is read in one go: about half a millisecond. */
const SLICE_BYTES = 262_144;
/** Statements of one process: were the table locked, they must not take every connection. */
const AT_ONCE = 4;
const DELETED_AT_ONCE = 500;

const FIND = `
SELECT created_at AS "createdAt", sealed_bytes AS length, substring(sealed FROM 1 FOR ${SLICE_BYTES}) AS slice
  FROM cached_answers WHERE key_id = $1 AND digest = $2 AND expires_at > $3 AND created_at >= $4`;
const FIND_SLICE = `
SELECT substring(sealed FROM $4 FOR ${SLICE_BYTES}) AS slice
  FROM cached_answers WHERE key_id = $1 AND digest = $2 AND created_at = $3`;
/** Of two answers to the same question the newer one is kept. */
const KEEP = `
INSERT INTO cached_answers AS old (key_id, digest, project_id, created_at, expires_at, sealed_bytes, sealed)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (key_id, digest) DO UPDATE
   SET created_at = excluded.created_at, expires_at = excluded.expires_at,
       sealed_bytes = excluded.sealed_bytes, sealed = excluded.sealed
 WHERE old.created_at <= excluded.created_at`;
/** Of who may keep nothing any more, too: zero retention, deleted projects and revoked keys. */
const DELETE_SOME = `
DELETE FROM cached_answers WHERE ctid = ANY(ARRAY
  (SELECT ctid FROM cached_answers WHERE expires_at <= $1 LIMIT ${DELETED_AT_ONCE} FOR UPDATE SKIP LOCKED))`;
const DELETE_SOME_FORBIDDEN = `
DELETE FROM cached_answers WHERE ctid = ANY(ARRAY
  (SELECT c.ctid FROM cached_answers c
     JOIN projects p ON p.id = c.project_id JOIN organizations o ON o.id = p.organization_id
     LEFT JOIN api_keys k ON k.id = c.key_id
    WHERE p.deleted_at IS NOT NULL OR o.zero_retention OR k.id IS NULL OR k.revoked_at IS NOT NULL
    LIMIT ${DELETED_AT_ONCE} FOR UPDATE OF c SKIP LOCKED))`;

/** The table of cached answers. */
@Injectable()
export class CachedAnswersRepository {
  private readonly places = new Places(AT_ONCE);

  constructor(private readonly dataSource: DataSource) {}

  /**
   * The sealed answer, if there is one that has not expired and is not older than that; a large one comes in slices.
   * `undefined` too when another took its place meanwhile.
   */
  find(place: AnswerPlace, { now, notBefore }: { now: Date; notBefore: Date }): Promise<Buffer | undefined> {
    return this.ask(async (client) => {
      const { rows } = await client.query<SliceRow>({
        name: 'find-cached-answer',
        text: FIND,
        values: [place.keyId, place.digest, now, notBefore],
      });
      const [first] = rows;
      if (first === undefined || first.slice.length === first.length) return first?.slice;
      return readOn(client, place, first);
    });
  }

  async keep({ keyId, digest, projectId, createdAt, expiresAt, sealed }: CachedRow): Promise<void> {
    const values = [keyId, digest, projectId, createdAt, expiresAt, sealed.length, sealed];
    await this.ask((client) =>
      queryWithLargeValues(client, { name: 'keep-cached-answer', text: KEEP, values }),
    );
  }

  /** What a project's answers take, with something for each. */
  async bytesOf(projectId: string, bytesEach: number): Promise<number> {
    const [row] = await this.dataSource.query<{ bytes: string }[]>(
      'SELECT coalesce(sum(sealed_bytes::bigint + $2::bigint), 0)::text AS bytes FROM cached_answers WHERE project_id = $1',
      [projectId, bytesEach],
    );
    return Number(row?.bytes ?? 0);
  }

  /** What has expired, and what may not be kept any more: each deletes a part of it and says how many. */
  toPurge(now: Date): (() => Promise<number>)[] {
    return [() => this.deleteSome(DELETE_SOME, [now]), () => this.deleteSome(DELETE_SOME_FORBIDDEN, [])];
  }

  private ask<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.places.take(() => withClient(this.dataSource, work));
  }

  private async deleteSome(statement: string, values: unknown[]): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown, number]>(statement, values);
    return count;
  }
}

async function readOn(
  client: PoolClient,
  { keyId, digest }: AnswerPlace,
  { createdAt, length, slice }: SliceRow,
): Promise<Buffer | undefined> {
  const slices = [slice];
  for (let read = slice.length; read < length;) {
    const { rows } = await client.query<{ slice: Buffer }>({
      name: 'read-cached-answer',
      text: FIND_SLICE,
      values: [keyId, digest, createdAt, read + 1],
    });
    const next = rows[0]?.slice;
    if (next === undefined || next.length === 0) return undefined;
    slices.push(next);
    read += next.length;
  }
  return inPieces(concatInSteps(slices));
}
