import { Module } from '@nestjs/common';
import { AdminTokensService } from './admin-tokens.service.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { CallerDirectory } from './caller-directory.service.js';
import { ConsoleSessions } from './console-sessions.service.js';
import { KeysService } from './keys.service.js';

@Module({
  providers: [CallerDirectory, ApiKeyGuard, KeysService, AdminTokensService, ConsoleSessions],
  exports: [CallerDirectory, ApiKeyGuard, KeysService, AdminTokensService, ConsoleSessions],
})
export class AuthModule {}
