import { Injectable } from '@nestjs/common';
import { EvaluationsService } from '../records/evaluations/evaluations.service.js';
import type { EvaluationEvent } from '../wire/otlp/read-evaluations.js';
import { TraceStore } from './storage/trace-store.js';

/**
 * Judges by the evaluation events of an export, once: spans that are stored already were judged by. It comes before the spans are
 * written, so that a process that dies in between judges again when they are sent again, and never not at all.
 */
@Injectable()
export class TraceEvaluations {
  constructor(
    private readonly store: TraceStore,
    private readonly evaluations: EvaluationsService,
  ) {}

  /** @throws what a store throws that is away (503) */
  async judge(projectId: string, events: readonly EvaluationEvent[]): Promise<void> {
    if (events.length === 0) return;
    const known = await this.store.findKnown(projectId, events);
    await this.evaluations.judge(
      projectId,
      events.filter(({ traceId, spanId }) => !known.has(`${traceId} ${spanId}`)),
    );
  }
}
