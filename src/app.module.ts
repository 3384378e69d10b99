import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from 'pino';
import { AccountModule } from './account/account.module.js';
import { AdminModule } from './admin/admin.module.js';
import { BatchesModule } from './batches/batches.module.js';
import { UploadsModule } from './batches/uploads/uploads.module.js';
import { CatalogModule } from './catalog/catalog.module.js';
import { CompletionsModule } from './completions/completions.module.js';
import { ConfigModule } from './config/config.module.js';
import type { Secrets } from './config/generated-secrets.js';
import type { Settings } from './config/settings.js';
import { DatabaseModule } from './database/database.module.js';
import { ENTITIES } from './entities.js';
import { ErrorAnswersModule } from './error-answers/error-answers.module.js';
import { FacadeModule } from './facade/facade.module.js';
import { FeedbackModule } from './feedback/feedback.module.js';
import { HealthModule } from './health/health.module.js';
import { HttpModule } from './http/http.module.js';
import { EmbeddingsModule } from './embeddings/embeddings.module.js';
import { LiveCallsModule } from './live-calls/live-calls.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { ModelListsModule } from './model-lists/model-lists.module.js';
import { OpenAiBatchesModule } from './openai-batches/openai-batches.module.js';
import { PassthroughModule } from './passthrough/passthrough.module.js';
import { ResponsesModule } from './responses/responses.module.js';
import { RefusalsModule } from './refusals/refusals.module.js';
import { TracesModule } from './traces/traces.module.js';
import { QueueModule } from './queue/queue.module.js';
import { UpstreamsModule } from './upstreams/upstreams.module.js';

export interface ApplicationInputs {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly databaseUrl: string;
  /** Where the simulator listens, when it is on. */
  readonly simulatorUrl: string | undefined;
  readonly logger: Logger;
  /** Where the built console is; beside the product unless a test has one of its own. */
  readonly consoleFolder?: string;
}

/** The whole service in one process. */
@Module({})
export class AppModule {
  static register({
    settings,
    secrets,
    databaseUrl,
    simulatorUrl,
    logger,
  }: ApplicationInputs): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.register(settings, secrets),
        HttpModule.register(logger),
        LiveCallsModule,
        MetricsModule,
        ErrorAnswersModule,
        DatabaseModule.register(databaseUrl, ENTITIES),
        QueueModule,
        CatalogModule,
        UpstreamsModule.register({ url: simulatorUrl }),
        CompletionsModule,
        ResponsesModule,
        PassthroughModule,
        BatchesModule,
        FacadeModule,
        OpenAiBatchesModule,
        EmbeddingsModule,
        ModelListsModule,
        FeedbackModule,
        UploadsModule,
        AccountModule,
        TracesModule,
        RefusalsModule,
        AdminModule.register(settings),
        HealthModule,
      ],
    };
  }
}
