import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSourceOptions } from 'typeorm';
import { ChangeFeed } from './change-feed.js';
import { createDataSource } from './data-source.js';

/** One data source and one change feed a process; both end with the application. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(ChangeFeed) private readonly feed: ChangeFeed) {}

  static register(url: string): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => createDataSource(url).options,
          dataSourceFactory: (options?: DataSourceOptions) => {
            if (options === undefined) throw new Error('no data source options');
            return createDataSource(url).initialize();
          },
        }),
      ],
      providers: [
        {
          provide: ChangeFeed,
          useFactory: async () => {
            const feed = new ChangeFeed(url);
            await feed.start();
            return feed;
          },
        },
      ],
      exports: [ChangeFeed],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.feed.stop();
  }
}
