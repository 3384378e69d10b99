import { Global, Module } from '@nestjs/common';
import { LiveCalls } from './live-calls.service.js';

@Global()
@Module({ providers: [LiveCalls], exports: [LiveCalls] })
export class LiveCallsModule {}
