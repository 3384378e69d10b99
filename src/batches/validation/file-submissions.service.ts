import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller.js';
import { atMost } from '../../lib/at-most.js';
import { SECOND_MS } from '../../lib/durations.js';
import { newId } from '../../lib/ids.js';
import { BatchBook, type BatchView } from '../batch-book.service.js';
import { BatchValidation } from './batch-validation.service.js';
import { PendingAnswer } from './pending-answer.js';
import { ValidationBook, type AnnouncedBatch } from './validation-book.service.js';

/** So long a caller waits for what only he can mend: money, and what his project allows. Larger files go on behind his answer. */
const ANSWER_WITHIN_MS = 20 * SECOND_MS;

/** Batches that are made of files which were uploaded before. */
@Injectable()
export class FileSubmissions {
  constructor(
    private readonly validationBook: ValidationBook,
    private readonly validations: BatchValidation,
    private readonly book: BatchBook,
  ) {}

  /**
   * Announces a batch and begins to read its file. What is wrong with the file, and what the providers say, is on the batch.
   * @returns the batch as it was announced; for a key that is used the batch that it stands for, as it is
   * @throws EstimateNotCoveredError, ReservedInFlightError, CardDeclinedError (402), ForbiddenLinesError (403), BatchCapacityError,
   *   ProviderNotConfiguredError, PaymentUnavailableError (503), as far as they are found in time: then nothing was created
   */
  async create(caller: Caller, wanted: Omit<AnnouncedBatch, 'id' | 'caller'>): Promise<BatchView> {
    const id = newId('batch');
    const { idempotencyKey } = wanted;
    if (!(await this.validationBook.announce({ ...wanted, id, caller }))) {
      const twin = await this.book.findByKey(caller.projectId, idempotencyKey ?? '');
      // The twin was refused in between: its key is free again.
      return twin === null ? this.create(caller, wanted) : this.book.view(twin.id);
    }
    const announced = await this.book.view(id);
    const answer = new PendingAnswer();
    const validation = this.validations.run(id, answer);
    await atMost(ANSWER_WITHIN_MS, validation);
    if (!answer.give()) await validation;
    return announced;
  }
}
