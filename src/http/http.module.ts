import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { Clock, SystemClock } from '../lib/clock.js';
import { PacedWork } from '../lib/paced-work.js';
import { RequestBodies } from './bodies/request-bodies.service.js';
import { LOGGER } from './logger.js';

@Global()
@Module({})
export class HttpModule {
  static register(logger: Logger): DynamicModule {
    return {
      module: HttpModule,
      providers: [
        { provide: LOGGER, useValue: logger },
        { provide: Clock, useClass: SystemClock },
        { provide: PacedWork, useFactory: (clock: Clock) => new PacedWork(clock), inject: [Clock] },
        RequestBodies,
      ],
      exports: [LOGGER, Clock, PacedWork, RequestBodies],
    };
  }
}
