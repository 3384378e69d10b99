import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CachedAnswersRetention } from '../../src/cached-answers/cached-answers-retention.service.js';
import { ContentPartitions } from '../../src/contents/content-partitions.js';
import { ContentRetention } from '../../src/contents/content-retention.service.js';
import type { DayPartitions } from '../../src/database/day-partitions.js';
import { dayOf } from '../../src/lib/day.js';
import { PacedWork } from '../../src/lib/paced-work.js';
import { RefusalRetention } from '../../src/refusals/refusal-retention.service.js';
import { ResponsePartitions } from '../../src/responses/store/response-partitions.js';
import { ResponseRetention } from '../../src/responses/store/response-retention.service.js';
import { seedTenant, type Tenant } from '../support/seed.js';
import { startTestApplication, type TestApplication } from '../support/start-application.js';

let service: TestApplication;
let tenant: Tenant;
beforeAll(async () => {
  service = await startTestApplication();
  const today = dayOf(Date.now());
  for (const Partitions of [ContentPartitions, ResponsePartitions])
    await service.app.get<DayPartitions>(Partitions).ensure([today, today + 1]);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => service.stop());
beforeEach(async () => {
  tenant = await seedTenant(service.dataSource, { zeroRetention: true });
});

const CONTENTS = `
INSERT INTO call_contents (project_id, call_id, expires_on, expires_at, created_at, request, response, request_bytes,
                           response_bytes, request_cut, response_cut)
SELECT $1, 'call_' || lpad(n::text, 26, '0'), current_date + 1, now() + interval '1 day', now(), '', '', 0, 0, false, false
  FROM generate_series(1, 1200) n`;
const RESPONSES = `
INSERT INTO stored_responses (project_id, id, day, created_at, call_id, model, wanted_items, context_bytes, input, output, frame)
SELECT $1, 'resp_' || n, current_date, now(), 'call_' || n, 'm', '{}', 0, '', '', '' FROM generate_series(1, 2200) n`;
const CACHED = `
INSERT INTO cached_answers (key_id, digest, project_id, created_at, expires_at, sealed_bytes, sealed)
SELECT $2, decode(md5(n::text), 'hex'), $1, now(), now() - interval '1 day', 0, '' FROM generate_series(1, 1200) n`;
const REFUSALS = `
INSERT INTO refusals (project_id, id, created_at, key_id, status, code, message, model, surface, proven)
SELECT $1, 'ref_' || lpad(n::text, 8, '0'), now() - interval '31 days', $2, 400, 'c', 'm', NULL, 'chat', true
  FROM generate_series(1, 12000) n`;

const PURGES = [
  ['contents of calls', 'call_contents', CONTENTS, ContentRetention, 500],
  ['kept responses', 'stored_responses', RESPONSES, ResponseRetention, 1_000],
  ['cached answers', 'cached_answers', CACHED, CachedAnswersRetention, 500],
  ['refusals', 'refusals', REFUSALS, RefusalRetention, 5_000],
] as const;

describe('a sweep that deletes', () => {
  it.each(PURGES)(
    '%s leaves them to the next one when the process stops, and rests between its parts',
    async (_what, table, seed, Retention, part) => {
      const { projectId, keyId } = tenant;
      await service.dataSource.query(
        `UPDATE projects SET call_content = '{"enabled": true, "retention": "7d", "max_kb": 64}' WHERE id = $1`,
        [projectId],
      );
      await service.dataSource.query(seed, seed.includes('$2') ? [projectId, keyId] : [projectId]);
      const left = async (): Promise<number> => {
        const [row] = await service.dataSource.query<[{ count: number }]>(
          `SELECT count(*)::int AS count FROM ${table} WHERE project_id = $1`,
          [projectId],
        );
        return row.count;
      };
      const before = await left();
      const retention = service.app.get<{ sweep(): Promise<unknown> }>(Retention);
      const run = vi.spyOn(service.app.get(PacedWork), 'run').mockResolvedValue();
      await retention.sweep();
      expect(await left()).toBe(before);

      const parts: number[] = [];
      run.mockImplementation(async (_forMs, step) => {
        for (let isMore = true; isMore;) {
          const there = await left();
          isMore = await step();
          parts.push(there - (await left()));
        }
      });
      await retention.sweep();
      expect(await left()).toBe(0);
      expect(Math.max(...parts)).toBe(part);
    },
  );
});
