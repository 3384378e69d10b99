import { Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { ConfiguredUpstreams } from '../projects/configured-upstreams.js';
import { ProviderAccounts } from './provider-accounts.service.js';
import { SIMULATOR_ADDRESS, type SimulatorAddress } from './simulator-address.js';
import { createUpstreamAgent, UndiciTransport } from './undici-transport.js';
import { UpstreamTransport } from './upstream-transport.js';

@Module({})
export class UpstreamsModule implements OnApplicationShutdown {
  constructor(@Inject(UpstreamTransport) private readonly transport: UndiciTransport) {}

  static register(simulator: SimulatorAddress): DynamicModule {
    return {
      module: UpstreamsModule,
      global: true,
      providers: [
        { provide: SIMULATOR_ADDRESS, useValue: simulator },
        { provide: UpstreamTransport, useFactory: () => new UndiciTransport(createUpstreamAgent()) },
        ProviderAccounts,
        { provide: ConfiguredUpstreams, useExisting: ProviderAccounts },
      ],
      exports: [UpstreamTransport, ProviderAccounts, ConfiguredUpstreams],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.transport.close();
  }
}
