import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { dateOf, dayOf } from '../lib/day.js';
import { idFloor } from '../lib/ids.js';
import { MAX_RETENTION_MS, readRetentionMs, type ContentSetting } from '../projects/content-setting.js';
import type { ContentRow } from './content-row.js';

const PURGED_AT_ONCE = 500;
const COLUMNS: readonly (readonly [name: string, value: (row: ContentRow) => unknown])[] = [
  ['project_id', ({ projectId }) => projectId],
  ['call_id', ({ callId }) => callId],
  ['expires_on', ({ expiresAt }) => dateOf(dayOf(expiresAt.getTime()))],
  ['expires_at', ({ expiresAt }) => expiresAt],
  ['created_at', ({ createdAt }) => createdAt],
  ['request', ({ request }) => request],
  ['response', ({ response }) => response],
  ['request_bytes', ({ requestBytes }) => requestBytes],
  ['response_bytes', ({ responseBytes }) => responseBytes],
  ['request_cut', ({ requestCut }) => requestCut],
  ['response_cut', ({ responseCut }) => responseCut],
];

/** Those of an organization with zero retention and of a deleted project are none. */
const FIND = `
SELECT c.project_id AS "projectId", c.call_id AS "callId", c.created_at AS "createdAt", c.expires_at AS "expiresAt",
       c.request, c.response, c.request_bytes::float8 AS "requestBytes", c.response_bytes::float8 AS "responseBytes",
       c.request_cut AS "requestCut", c.response_cut AS "responseCut", p.call_content AS setting
  FROM call_contents c JOIN projects p ON p.id = c.project_id JOIN organizations o ON o.id = p.organization_id
 WHERE c.project_id = $1 AND c.call_id = $2 AND c.expires_at > $3 AND p.deleted_at IS NULL AND NOT o.zero_retention`;

/** The table of contents of calls. */
@Injectable()
export class ContentsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(rows: readonly ContentRow[]): Promise<void> {
    const places = rows.map(
      (_, row) => `(${COLUMNS.map((__, column) => `$${row * COLUMNS.length + column + 1}`).join(', ')})`,
    );
    await this.dataSource.query(
      `INSERT INTO call_contents (${COLUMNS.map(([name]) => name).join(', ')}) VALUES ${places.join(', ')} ON CONFLICT DO NOTHING`,
      rows.flatMap((row) => COLUMNS.map(([, value]) => value(row))),
    );
  }

  /** `undefined` when nothing was kept, it has expired, or may not be kept any more. */
  async find(projectId: string, callId: string, now: Date): Promise<ContentRow | undefined> {
    const [row] = await this.dataSource.query<(ContentRow & { setting: ContentSetting | null })[]>(FIND, [
      projectId,
      callId,
      now,
    ]);
    if (row === undefined) return undefined;
    const expiresAt = earlier(row.expiresAt, endBySetting(row.createdAt, row.setting));
    return expiresAt > now ? { ...row, expiresAt } : undefined;
  }

  /**
   * What expires by no partition: of who may keep nothing, and of projects whose retention became shorter.
   * @returns for each of them what deletes a part of it and says how many
   */
  async toPurge(now: Date): Promise<(() => Promise<number>)[]> {
    const projects: { id: string; setting: ContentSetting; forbidden: boolean }[] =
      await this.dataSource.query(
        `SELECT p.id, p.call_content AS setting, (o.zero_retention OR p.deleted_at IS NOT NULL) AS forbidden
         FROM projects p JOIN organizations o ON o.id = p.organization_id
        WHERE p.call_content IS NOT NULL AND (p.deleted_at IS NULL OR p.deleted_at > $1)`,
        [new Date(now.getTime() - 2 * MAX_RETENTION_MS)],
      );
    return projects.map(
      ({ id, setting, forbidden }) =>
        () =>
          this.deleteBefore(id, forbidden ? now : beginBySetting(now, setting)),
    );
  }

  private async deleteBefore(projectId: string, before: Date): Promise<number> {
    // Ids begin with the time of the call.
    const values = [projectId, idFloor('call', before.getTime() + 1)];
    const [, count] = await this.dataSource.query<[unknown, number]>(
      `DELETE FROM call_contents WHERE (project_id, call_id, expires_on) IN
         (SELECT project_id, call_id, expires_on FROM call_contents WHERE project_id = $1 AND call_id < $2 LIMIT ${PURGED_AT_ONCE})`,
      values,
    );
    return count;
  }
}

function endBySetting(createdAt: Date, setting: ContentSetting | null): Date {
  return new Date(createdAt.getTime() + retentionOf(setting));
}

function beginBySetting(now: Date, setting: ContentSetting): Date {
  return new Date(now.getTime() - retentionOf(setting));
}

function retentionOf(setting: ContentSetting | null): number {
  return readRetentionMs(setting?.retention ?? '') ?? MAX_RETENTION_MS;
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}
