import { Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../lib/clock.js';
import { ConfiguredUpstreams } from '../projects/configured-upstreams.js';
import { AccountBatchProviders } from './batches/account-batch-providers.js';
import { BatchAgents } from './batches/http/batch-agents.js';
import { BatchHttp } from './batches/http/batch-http.js';
import { BatchProviders, HostedItems } from './batches/batch-provider.js';
import { LiveHostedItems } from './batches/hosted-items.js';
import { ProviderAccounts } from './accounts/provider-accounts.service.js';
import { AccountHealth } from './accounts/account-health.service.js';
import { AccountStates } from './accounts/account-states.service.js';
import { OwnKeyLookup } from './own-keys/own-key-lookup.service.js';
import { ProviderKeysService } from './own-keys/provider-keys.service.js';
import { TryProviderKey } from './own-keys/try-provider-key.service.js';
import { ProviderOutages } from './accounts/provider-outages.repository.js';
import { SIMULATOR_ADDRESS, type SimulatorAddress } from './simulator-address.js';
import { createUpstreamAgent, UndiciTransport } from './undici-transport.js';
import { UpstreamTransport } from './upstream-transport.js';

@Module({})
export class UpstreamsModule implements OnApplicationShutdown {
  constructor(
    @Inject(UpstreamTransport) private readonly transport: UndiciTransport,
    private readonly batchAgents: BatchAgents,
  ) {}

  static register(simulator: SimulatorAddress): DynamicModule {
    return {
      module: UpstreamsModule,
      global: true,
      providers: [
        { provide: SIMULATOR_ADDRESS, useValue: simulator },
        { provide: UpstreamTransport, useFactory: () => new UndiciTransport(createUpstreamAgent()) },
        ProviderAccounts,
        ProviderOutages,
        AccountHealth,
        AccountStates,
        ProviderKeysService,
        OwnKeyLookup,
        TryProviderKey,
        { provide: ConfiguredUpstreams, useExisting: ProviderAccounts },
        BatchAgents,
        {
          provide: BatchHttp,
          inject: [BatchAgents],
          useFactory: ({ kept, fresh }: BatchAgents) => new BatchHttp(kept, fresh),
        },
        {
          provide: BatchProviders,
          inject: [BatchHttp, ProviderAccounts, Clock, OwnKeyLookup],
          useFactory: (http: BatchHttp, accounts: ProviderAccounts, clock: Clock, ownKeys: OwnKeyLookup) =>
            new AccountBatchProviders(http, accounts, () => clock.now().getTime(), ownKeys),
        },
        {
          provide: HostedItems,
          inject: [BatchHttp, ProviderAccounts],
          useFactory: (http: BatchHttp, accounts: ProviderAccounts) => new LiveHostedItems(http, accounts),
        },
      ],
      exports: [
        SIMULATOR_ADDRESS,
        UpstreamTransport,
        ProviderAccounts,
        AccountStates,
        ProviderKeysService,
        ConfiguredUpstreams,
        BatchProviders,
        HostedItems,
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.transport.close(), this.batchAgents.close()]);
  }
}
