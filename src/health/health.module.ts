import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { BillingModule } from '../billing/billing.module.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { OperatorGuard } from './operator.guard.js';

@Module({
  imports: [AuthModule, BillingModule],
  controllers: [HealthController, MetricsController],
  providers: [OperatorGuard],
})
export class HealthModule {}
