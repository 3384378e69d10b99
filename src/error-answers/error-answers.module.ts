import { Global, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ErrorAnswers } from './error-answers.js';
import { GatewayExceptionFilter } from './gateway-exception.filter.js';

@Global()
@Module({
  providers: [ErrorAnswers, { provide: APP_FILTER, useClass: GatewayExceptionFilter }],
  exports: [ErrorAnswers],
})
export class ErrorAnswersModule {}
