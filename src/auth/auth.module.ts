import { Module } from '@nestjs/common';
import { AdminTokensService } from './admin-tokens/admin-tokens.service.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { CallerDirectory } from './caller-directory.service.js';
import { ConsoleCallers } from './console/console-callers.service.js';
import { ConsoleSessions } from './console/console-sessions.service.js';
import { ConsoleSignIns } from './console/console-sign-ins.service.js';
import { KeysService } from './keys.service.js';

@Module({
  providers: [
    CallerDirectory,
    ApiKeyGuard,
    KeysService,
    AdminTokensService,
    ConsoleSessions,
    ConsoleSignIns,
    ConsoleCallers,
  ],
  exports: [
    CallerDirectory,
    ApiKeyGuard,
    KeysService,
    AdminTokensService,
    ConsoleSessions,
    ConsoleSignIns,
    ConsoleCallers,
  ],
})
export class AuthModule {}
