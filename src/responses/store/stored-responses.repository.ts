import { Injectable } from '@nestjs/common';
import type { PoolClient, QueryConfig } from 'pg';
import { DataSource } from 'typeorm';
import { queryWithLargeValues } from '../../database/large-values.js';
import { withClient } from '../../database/with-client.js';
import {
  FIND_CONTEXT,
  FIND_ONE,
  joinSlices,
  type ContextQuery,
  type ContextRow,
  type SliceRow,
} from './context-rows.js';
import { insertResponses, type RowToInsert } from './writing/insert-responses.js';
import type { SealedPart } from './stored-response.js';

const FIND_DAY = `
SELECT day - date '1970-01-01' AS day FROM stored_responses WHERE project_id = $1 AND id = $2 ORDER BY day DESC LIMIT 1`;
const PURGED_AT_ONCE = 1_000;

/** The tables of kept responses: written and read by SQL alone, on the driver's own connection, which knows named statements. */
@Injectable()
export class StoredResponsesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** All of them, or none. The partitions of their days must be there. */
  async insert(rows: readonly RowToInsert[]): Promise<void> {
    await this.withClient((client) => queryWithLargeValues(client, insertResponses(rows)));
  }

  /** Rows in no order. */
  async findContext(
    projectId: string,
    { newest = '', names, capBytes, capTurns, known }: ContextQuery,
  ): Promise<ContextRow[]> {
    const rows = await this.query<SliceRow>({
      name: 'find-response-context',
      text: FIND_CONTEXT,
      values: [projectId, newest, capBytes, capTurns, names, known.first, known.last],
    });
    return joinSlices(rows);
  }

  async find(projectId: string, id: string, parts: readonly SealedPart[]): Promise<ContextRow | undefined> {
    const rows = await this.query<SliceRow>({
      name: 'find-response',
      text: FIND_ONE,
      values: [projectId, id, parts],
    });
    return joinSlices(rows)[0];
  }

  async findDay(projectId: string, id: string): Promise<number | undefined> {
    const [row] = await this.query<{ day: number }>({
      name: 'find-response-day',
      text: FIND_DAY,
      values: [projectId, id],
    });
    return row?.day;
  }

  /** @returns whether it was there */
  async remove(projectId: string, id: string): Promise<boolean> {
    const rows = await this.query({
      text: 'DELETE FROM stored_responses WHERE project_id = $1 AND id = $2 RETURNING 1',
      values: [projectId, id],
    });
    return rows.length > 0;
  }

  /**
   * Projects deleted since then, and those of organizations with zero retention.
   * @returns for each of them what deletes a part of what is kept and says how many rows
   */
  async toPurge(deletedSince: Date): Promise<(() => Promise<number>)[]> {
    const projects: { id: string }[] = await this.dataSource.query(
      `SELECT p.id FROM projects p JOIN organizations o ON o.id = p.organization_id WHERE p.deleted_at > $1 OR o.zero_retention`,
      [deletedSince],
    );
    return projects.flatMap(({ id }) => [
      () => this.deleteSome('stored_responses', 'id', id),
      () => this.deleteSome('stored_response_items', 'item_id', id),
    ]);
  }

  private async deleteSome(table: string, idColumn: string, projectId: string): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown, number]>(
      `DELETE FROM ${table} WHERE (project_id, ${idColumn}, day) IN
         (SELECT project_id, ${idColumn}, day FROM ${table} WHERE project_id = $1 LIMIT ${PURGED_AT_ONCE})`,
      [projectId],
    );
    return count;
  }

  private query<Row extends object>(config: QueryConfig): Promise<Row[]> {
    return this.withClient(async (client) => (await client.query<Row>(config)).rows);
  }

  private withClient<T>(ask: (client: PoolClient) => Promise<T>): Promise<T> {
    return withClient(this.dataSource, ask);
  }
}
