import { Inject, Injectable } from '@nestjs/common';
import { asDatabaseFailure } from '../database/database-unavailable.error.js';
import { EvaluationsService } from '../records/evaluations/evaluations.service.js';
import type { EvaluationEvent } from '../wire/otlp/read-evaluations.js';
import { TraceStoreRepository } from './storage/trace-store.repository.js';

/**
 * Judges by the evaluation events of an export, once: spans that are stored already were judged by. It comes before the spans are
 * written, so that a process that dies in between judges again when they are sent again, and never not at all.
 */
@Injectable()
export class TraceEvaluations {
  constructor(
    @Inject(TraceStoreRepository) private readonly store: TraceStoreRepository,
    @Inject(EvaluationsService) private readonly evaluations: EvaluationsService,
  ) {}

  /** @throws DatabaseUnavailableError (503) */
  async judge(projectId: string, events: readonly EvaluationEvent[]): Promise<void> {
    if (events.length === 0) return;
    const known = await this.store.findKnown(projectId, events).catch((error: unknown) => {
      throw asDatabaseFailure(error);
    });
    await this.evaluations.judge(
      projectId,
      events.filter(({ traceId, spanId }) => !known.has(`${traceId} ${spanId}`)),
    );
  }
}
