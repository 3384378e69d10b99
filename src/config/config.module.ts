import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { Secrets } from './generated-secrets.js';
import type { Settings } from './settings.js';

/** Injection token of the frozen settings. */
export const SETTINGS = Symbol('SETTINGS');
/** Injection token of the generated or given secrets. */
export const SECRETS = Symbol('SECRETS');

@Global()
@Module({})
export class ConfigModule {
  static register(settings: Settings, secrets: Secrets): DynamicModule {
    return {
      module: ConfigModule,
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: SECRETS, useValue: secrets },
      ],
      exports: [SETTINGS, SECRETS],
    };
  }
}
