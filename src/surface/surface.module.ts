import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { BillingModule } from '../billing/billing.module.js';
import { RateLimitsModule } from '../rate-limits/rate-limits.module.js';
import { CallBodies } from './call-bodies.service.js';
import { RelayedCalls } from './relayed-calls.service.js';

/** What every surface stands on: keys, rate limits, billing, and calls whose bytes are relayed. */
@Module({
  imports: [AuthModule, RateLimitsModule, BillingModule],
  providers: [CallBodies, RelayedCalls],
  exports: [AuthModule, RateLimitsModule, BillingModule, CallBodies, RelayedCalls],
})
export class SurfaceModule {}
