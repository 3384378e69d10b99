import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics.js';
import { Scrapes } from './scrapes.service.js';

@Global()
@Module({ providers: [Metrics, Scrapes], exports: [Metrics, Scrapes] })
export class MetricsModule {}
