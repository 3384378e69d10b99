import { Module } from '@nestjs/common';
import { AdminTokensService } from './admin-tokens.service.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { CallerDirectory } from './caller-directory.service.js';
import { ConsoleSessions } from './console-sessions.service.js';
import { ConsoleSignIns } from './console-sign-ins.service.js';
import { KeysService } from './keys.service.js';

@Module({
  providers: [CallerDirectory, ApiKeyGuard, KeysService, AdminTokensService, ConsoleSessions, ConsoleSignIns],
  exports: [CallerDirectory, ApiKeyGuard, KeysService, AdminTokensService, ConsoleSessions, ConsoleSignIns],
})
export class AuthModule {}
