import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module.js';
import { CachedAnswersModule } from '../cached-answers/cached-answers.module.js';
import { ContentsModule } from '../contents/contents.module.js';
import { BillingModule } from '../billing/billing.module.js';
import { RateLimitsModule } from '../rate-limits/rate-limits.module.js';
import { CallBodies } from './call-bodies.service.js';
import { RelayedCalls } from './relay/relayed-calls.service.js';

/** What every surface stands on: keys, rate limits, billing, and calls whose bytes are relayed. */
@Module({
  imports: [AuthModule, RateLimitsModule, BillingModule, ContentsModule, CachedAnswersModule],
  providers: [CallBodies, RelayedCalls],
  exports: [
    AuthModule,
    RateLimitsModule,
    BillingModule,
    ContentsModule,
    CachedAnswersModule,
    CallBodies,
    RelayedCalls,
  ],
})
export class SurfaceModule {}
