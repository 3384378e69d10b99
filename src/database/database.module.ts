import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import { ChangeFeed } from './change-feed.js';
import { createDataSource, type Entities } from './data-source.js';
import { Dialer } from './dialer.js';
import { SlowQueries } from './slow-queries.service.js';

/** One data source and one change feed a process, which dial in turns; both end with the application. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(private readonly feed: ChangeFeed) {}

  static register(url: string, entities: Entities): DynamicModule {
    const dialer = new Dialer(url);
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => createDataSource(url, { entities, dialer }).options,
          dataSourceFactory: (options?: DataSourceOptions) => {
            if (options === undefined) throw new Error('no data source options');
            return createDataSource(url, { entities, dialer }).initialize();
          },
        }),
      ],
      providers: [
        { provide: Dialer, useValue: dialer },
        SlowQueries,
        {
          provide: ChangeFeed,
          useFactory: async () => {
            const feed = new ChangeFeed(dialer);
            await feed.start();
            return feed;
          },
        },
      ],
      exports: [ChangeFeed, Dialer, SlowQueries],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.feed.stop();
  }
}
