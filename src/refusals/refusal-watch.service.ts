import { Inject, Injectable } from '@nestjs/common';
import { digestCredential } from '../auth/credential-digest.js';
import { refusedCredentialOf, refusedOwnerOf } from '../auth/refused-request.js';
import { shownPrefix } from '../auth/shown-prefix.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { ErrorAnswers, type ErrorAnswer } from '../error-answers/error-answers.js';
import { requestedModelOf } from '../error-answers/requested-model.js';
import { Clock } from '../lib/clock.js';
import { newId } from '../lib/ids.js';
import { REFUSAL_STATUSES, type Refusal } from './refusal.js';
import { RefusalWriter } from './refusal-writer.service.js';
import { surfaceOfPath } from './surface-of-path.js';

/** Hears of every error of ours that became an answer, and collects those that refused a key's call. */
@Injectable()
export class RefusalWatch {
  private readonly keyPrefix: string;

  constructor(
    answers: ErrorAnswers,
    private readonly writer: RefusalWriter,
    private readonly clock: Clock,
    @Inject(SETTINGS) { keyPrefix }: Settings,
  ) {
    this.keyPrefix = keyPrefix;
    answers.onAnswer((answer) => this.collect(answer));
  }

  private collect(answer: ErrorAnswer): void {
    const { error, request } = answer;
    if (!REFUSAL_STATUSES.has(error.status) || error.source !== 'gateway') return;
    const owner = refusedOwnerOf(request);
    const credential = owner === undefined ? refusedCredentialOf(request) : undefined;
    if (owner !== undefined) this.writer.collector.add(owner, this.refusalOf(answer));
    else if (credential !== undefined)
      this.writer.collector.addAttempt(
        { prefix: shownPrefix(credential, this.keyPrefix), digest: digestCredential(credential) },
        this.refusalOf(answer),
      );
    else return;
    this.writer.wake();
  }

  private refusalOf({ error, request, path }: ErrorAnswer): Refusal {
    const createdAt = this.clock.now();
    return {
      id: newId('ref', createdAt.getTime()),
      createdAt,
      status: error.status,
      code: error.code,
      message: error.message,
      model: requestedModelOf(request),
      surface: surfaceOfPath(path),
    };
  }
}
