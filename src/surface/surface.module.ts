import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { BillingModule } from '../billing/billing.module.js';
import { RateLimitsModule } from '../rate-limits/rate-limits.module.js';

/** What every surface stands on: keys, rate limits and billing. */
@Module({
  imports: [AuthModule, RateLimitsModule, BillingModule],
  exports: [AuthModule, RateLimitsModule, BillingModule],
})
export class SurfaceModule {}
