import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { dateOf, dayOf } from '../lib/day.js';
import { MINUTE_MS } from '../lib/durations.js';
import type { KnownKey } from './attribute-attempts.js';
import {
  LISTED_REFUSALS,
  LISTED_UNPROVEN,
  type ListedRefusal,
  type RefusalCount,
  type RefusalSurface,
} from './refusal.js';

/** What is written in one go. */
export interface RefusalFlush {
  readonly writer: string;
  /** Greater than that of the writer's flush before. */
  readonly number: number;
  readonly counts: readonly RefusalCount[];
  readonly rows: readonly ListedRefusal[];
}

/** Counts are added to what is there; a flush that was written already adds nothing. */
const WRITE = `
WITH turn AS (
  INSERT INTO refusal_writers (id, flush, written_at) VALUES ($1, $2, now())
  ON CONFLICT (id) DO UPDATE SET flush = EXCLUDED.flush, written_at = EXCLUDED.written_at
    WHERE refusal_writers.flush < EXCLUDED.flush
  RETURNING 1
), counted AS (
  INSERT INTO refusal_counts (project_id, minute, key_id, code, day, count)
  SELECT c.* FROM unnest($3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::date[], $8::bigint[]) c
   WHERE EXISTS (SELECT FROM turn)
  ON CONFLICT (project_id, minute, key_id, code, day) DO UPDATE SET count = refusal_counts.count + EXCLUDED.count
)
INSERT INTO refusals (project_id, id, created_at, key_id, status, code, message, model, surface, proven)
SELECT r.* FROM unnest($9::text[], $10::text[], $11::timestamptz[], $12::text[], $13::smallint[], $14::text[], $15::text[],
                       $16::text[], $17::text[], $18::boolean[]) r
 WHERE EXISTS (SELECT FROM turn)
ON CONFLICT DO NOTHING`;

const TRIM = `
DELETE FROM refusals r USING (
  SELECT project_id, id, proven, row_number() OVER (PARTITION BY project_id ORDER BY id DESC) AS place,
         row_number() OVER (PARTITION BY project_id, proven ORDER BY id DESC) AS place_of_kind
    FROM refusals WHERE project_id = ANY($1)
) old
 WHERE r.project_id = old.project_id AND r.id = old.id
   AND (old.place > ${LISTED_REFUSALS} OR (NOT old.proven AND old.place_of_kind > ${LISTED_UNPROVEN}))`;

const PURGED_AT_ONCE = 5_000;
const PURGE = `
DELETE FROM refusals WHERE ctid = ANY(ARRAY(
  SELECT ctid FROM refusals WHERE created_at < $1
      OR project_id IN (SELECT id FROM projects WHERE deleted_at IS NOT NULL) LIMIT ${PURGED_AT_ONCE}))`;

export interface RefusalFilters {
  readonly key: string | undefined;
  readonly code: string | undefined;
  readonly from: Date;
  readonly to: Date;
}

interface Row {
  project_id: string;
  id: string;
  created_at: Date;
  key_id: string;
  status: number;
  code: string;
  message: string;
  model: string | null;
  surface: RefusalSurface;
  proven: boolean;
}

/** The tables of refusals. */
@Injectable()
export class RefusalsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async write({ writer, number, counts, rows }: RefusalFlush): Promise<void> {
    await this.dataSource.query(WRITE, [
      writer,
      number,
      counts.map(({ projectId }) => projectId),
      counts.map(({ minute }) => new Date(minute * MINUTE_MS)),
      counts.map(({ keyId }) => keyId),
      counts.map(({ code }) => code),
      counts.map(({ minute }) => dateOf(dayOf(minute * MINUTE_MS))),
      counts.map(({ count }) => count),
      rows.map(({ projectId }) => projectId),
      rows.map(({ id }) => id),
      rows.map(({ createdAt }) => createdAt),
      rows.map(({ keyId }) => keyId),
      rows.map(({ status }) => status),
      rows.map(({ code }) => code),
      rows.map(({ message }) => message),
      rows.map(({ model }) => model ?? null),
      rows.map(({ surface }) => surface),
      rows.map(({ proven }) => proven),
    ]);
  }

  /** Deletes what is behind the last that are listed. */
  async trim(projectIds: readonly string[]): Promise<void> {
    if (projectIds.length > 0) await this.dataSource.query(TRIM, [projectIds]);
  }

  /** Of projects that are not deleted, oldest first. */
  async keysWithPrefix(prefixes: readonly string[]): Promise<KnownKey[]> {
    if (prefixes.length === 0) return [];
    return this.dataSource.query(
      `SELECT k.id, k.project_id AS "projectId", k.prefix, k.hash FROM api_keys k JOIN projects p ON p.id = k.project_id
        WHERE k.prefix = ANY($1) AND p.deleted_at IS NULL ORDER BY k.id`,
      [prefixes],
    );
  }

  /** Newest first. */
  async list(
    projectId: string,
    { key, code, from, to }: RefusalFilters,
    { limit, after }: { limit: number; after: string | undefined },
  ): Promise<ListedRefusal[]> {
    const rows: Row[] = await this.dataSource.query(
      `SELECT * FROM refusals WHERE project_id = $1 AND created_at >= $2 AND created_at < $3
          AND ($4::text IS NULL OR key_id = $4) AND ($5::text IS NULL OR code = $5) AND ($6::text IS NULL OR id < $6)
        ORDER BY id DESC LIMIT $7`,
      [projectId, from, to, key ?? null, code ?? null, after ?? null, limit],
    );
    return rows.map((row) => ({
      projectId: row.project_id,
      id: row.id,
      createdAt: row.created_at,
      keyId: row.key_id,
      status: row.status,
      code: row.code,
      message: row.message,
      model: row.model ?? undefined,
      surface: row.surface,
      proven: row.proven,
    }));
  }

  /** Newest minute first. */
  async counts(
    projectId: string,
    { key, code, from, to }: RefusalFilters,
    limit: number,
  ): Promise<{ keyId: string; code: string; minute: Date; count: number }[]> {
    const rows: { keyId: string; code: string; minute: Date; count: string }[] = await this.dataSource.query(
      `SELECT key_id AS "keyId", code, minute, count FROM refusal_counts
        WHERE project_id = $1 AND minute >= $2 AND minute < $3 AND day >= $2::date - 1
          AND ($4::text IS NULL OR key_id = $4) AND ($5::text IS NULL OR code = $5)
        ORDER BY minute DESC, key_id, code LIMIT $6`,
      [projectId, from, to, key ?? null, code ?? null, limit],
    );
    return rows.map((row) => ({ ...row, count: Number(row.count) }));
  }

  /** Rows before a moment and of deleted projects, and writers that are gone: each deletes a part of them and says how many. */
  toPurge(before: Date, goneSince: Date): (() => Promise<number>)[] {
    return [
      () => this.delete(PURGE, [before]),
      () => this.delete('DELETE FROM refusal_writers WHERE written_at < $1', [goneSince]),
    ];
  }

  private async delete(statement: string, values: unknown[]): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown, number]>(statement, values);
    return count;
  }
}
