import { describe, expect, it } from 'vitest';
import type { BatchView } from '../batches/batch-book.service.js';
import { BatchPortionEntity } from '../batches/batch-portion.entity.js';
import { BatchEntity } from '../batches/batch.entity.js';
import { presentOpenAiBatch } from './present-openai-batch.js';

const createdAt = new Date('2026-11-29T10:00:00.900Z');
const CREATED = 1_795_946_400;

function view(batch: Partial<BatchEntity>, ...portions: Partial<BatchPortionEntity>[]): BatchView {
  const nothing = {
    endpoint: null,
    inputFileId: 'file-1',
    metadata: null,
    validationErrors: null,
    inProgressAt: null,
    outputFileId: null,
    errorFileId: null,
    cancelRequestedAt: null,
    endedAt: null,
    costUsd: null,
    errorMessage: null,
  };
  const counts = { succeededCount: 0, erroredCount: 0, canceledCount: 0, expiredCount: 0 };
  const facts = { id: 'batch_1', shape: 'body' as const, requestCount: 3, estimateUsd: '0.5', createdAt };
  return {
    batch: Object.assign(new BatchEntity(), nothing, counts, facts, batch),
    portions: portions.map((portion) => Object.assign(new BatchPortionEntity(), counts, portion)),
  };
}

const endedAt = new Date('2026-11-29T11:00:00Z');
const ENDED = CREATED + 3_600;
const ended = { status: 'ended' as const, endedAt, costUsd: '0.25', succeededCount: 2, erroredCount: 1 };

describe("OpenAI's batch object", () => {
  it.each<[string, BatchView, object]>([
    [
      'validating',
      view({ status: 'validating', requestCount: 0 }),
      { in_progress_at: null, request_counts: { total: 0, completed: 0, failed: 0 } },
    ],
    [
      'in_progress',
      view(
        { status: 'in_progress', inProgressAt: endedAt },
        { status: 'in_progress', succeededCount: 1 },
        { status: 'ended', erroredCount: 1 },
      ),
      { in_progress_at: ENDED, request_counts: { total: 3, completed: 1, failed: 1 } },
    ],
    [
      'in_progress',
      view({ status: 'in_progress', inputFileId: null }),
      { in_progress_at: CREATED, input_file_id: null },
    ],
    ['finalizing', view({ status: 'in_progress' }, { status: 'ended' }, { status: 'failed' }), {}],
    [
      'cancelling',
      view({ status: 'canceling', cancelRequestedAt: createdAt }, { status: 'ended' }),
      { cancelling_at: CREATED },
    ],
    [
      'completed',
      view({ ...ended, outputFileId: 'file-2' }),
      {
        completed_at: ENDED,
        finalizing_at: ENDED,
        output_file_id: 'file-2',
        request_counts: { total: 3, completed: 2, failed: 1 },
        svc: { estimate_usd: 0.5, cost_usd: 0.25 },
      },
    ],
    [
      'expired',
      view({ ...ended, expiredCount: 1, erroredCount: 0 }),
      { expired_at: ENDED, completed_at: null, request_counts: { total: 3, completed: 2, failed: 0 } },
    ],
    [
      'cancelled',
      view({ ...ended, cancelRequestedAt: createdAt, canceledCount: 1 }),
      { cancelled_at: ENDED, cancelling_at: CREATED, completed_at: null, expired_at: null },
    ],
    [
      'failed',
      view({ status: 'failed', endedAt, errorMessage: 'Interrupted.' }),
      {
        failed_at: ENDED,
        errors: {
          object: 'list',
          data: [{ code: 'batch_failed', message: 'Interrupted.', param: null, line: null }],
        },
      },
    ],
  ])('is %s', (status, shown, facts) => {
    expect(presentOpenAiBatch(shown)).toMatchObject({
      status,
      created_at: CREATED,
      expires_at: CREATED + 86_400,
      completion_window: '24h',
      ...facts,
    });
  });

  it('has every key of OpenAI at any time', () => {
    const keys = Object.keys(presentOpenAiBatch(view({ status: 'validating' })));
    expect(keys.sort()).toEqual(
      'cancelled_at cancelling_at completed_at completion_window created_at endpoint error_file_id errors expired_at expires_at failed_at finalizing_at id in_progress_at input_file_id metadata object output_file_id request_counts status svc'.split(
        ' ',
      ),
    );
  });
});
