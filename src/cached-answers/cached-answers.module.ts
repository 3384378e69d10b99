import { Module } from '@nestjs/common';
import { AnswerCache } from './answer-cache.service.js';
import { CachedAnswersRepository } from './cached-answers.repository.js';
import { CachedAnswersRetention } from './cached-answers-retention.service.js';

/** Answers for the same question again: the table is written, read and aged here only. */
@Module({
  providers: [CachedAnswersRepository, AnswerCache, CachedAnswersRetention],
  exports: [AnswerCache, CachedAnswersRetention],
})
export class CachedAnswersModule {}
