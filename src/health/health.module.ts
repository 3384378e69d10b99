import { Global, Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { Metrics } from '../http/metrics.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { OperatorGuard } from './operator.guard.js';

/** Global, so that every module can count. */
@Global()
@Module({
  imports: [AuthModule],
  controllers: [HealthController, MetricsController],
  providers: [Metrics, OperatorGuard],
  exports: [Metrics],
})
export class HealthModule {}
