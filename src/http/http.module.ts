import { Global, Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { Logger } from 'pino';
import { Clock, SystemClock } from '../lib/clock.js';
import { ErrorAnswers } from './error-answers.js';
import { GatewayExceptionFilter } from './gateway-exception.filter.js';
import { LiveCalls } from './live-calls.service.js';
import { LOGGER } from './logger.js';
import { Metrics } from './metrics.js';
import { RequestBodies } from './request-bodies.service.js';
import { Scrapes } from './scrapes.service.js';

@Global()
@Module({})
export class HttpModule {
  static register(logger: Logger): DynamicModule {
    return {
      module: HttpModule,
      providers: [
        { provide: LOGGER, useValue: logger },
        { provide: Clock, useClass: SystemClock },
        { provide: APP_FILTER, useClass: GatewayExceptionFilter },
        ErrorAnswers,
        LiveCalls,
        Metrics,
        RequestBodies,
        Scrapes,
      ],
      exports: [LOGGER, Clock, ErrorAnswers, LiveCalls, Metrics, RequestBodies, Scrapes],
    };
  }
}
