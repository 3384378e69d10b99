import { Module, type DynamicModule } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { BatchesModule } from '../batches/batches.module.js';
import { UploadsModule } from '../batches/uploads/uploads.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { SETTINGS } from '../config/config.module.js';
import type { Settings } from '../config/settings.js';
import { EndpointsModule } from '../endpoints/endpoints.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { RecommendationsModule } from '../recommendations/recommendations.module.js';
import { RoutingModule } from '../routing/routing.module.js';
import { CachedAnswersModule } from '../cached-answers/cached-answers.module.js';
import { ContentsModule } from '../contents/contents.module.js';
import { CallContentController } from './calls/call-content.controller.js';
import { SurfaceModule } from '../surface/surface.module.js';
import { ResponseStoreModule } from '../responses/store/response-store.module.js';
import { TraceStorageModule } from '../traces/storage/trace-storage.module.js';
import { AdminGuard } from './admin.guard.js';
import { ProviderKeysController } from './provider-keys/provider-keys.controller.js';
import { AliasesController } from './aliases/aliases.controller.js';
import { AlertsModule } from '../alerts/alerts.module.js';
import { AlertsController } from './alerts/alerts.controller.js';
import { CallbackSecretsController } from './projects/callback-secrets.controller.js';
import { AuditController } from './audit/audit.controller.js';
import { CallsController } from './calls/calls.controller.js';
import { JsonPrinter } from './printing/json-printer.service.js';
import { EndpointsController } from './endpoints/endpoints.controller.js';
import { FirstStart } from './first-start.service.js';
import { RecordsModule } from '../records/records.module.js';
import { GroupsTraffic } from './groups/group-traffic.service.js';
import { GroupsController } from './groups/groups.controller.js';
import { CompletionsModule } from '../completions/completions.module.js';
import { ModelJudgeModule } from '../completions/judge/model-judge.module.js';
import { JudgeController } from './judge/judge.controller.js';
import { MaintenanceController } from './maintenance/maintenance.controller.js';
import { ModelsController } from './models/models.controller.js';
import { OrganizationsController } from './organizations/organizations.controller.js';
import { OverviewController } from './overview/overview.controller.js';
import { Overview } from './overview/overview.service.js';
import { PaymentsController } from './money/payments.controller.js';
import { PresentOrganizations } from './organizations/present-organizations.service.js';
import { KeysController } from './keys/keys.controller.js';
import { ManagedKeys } from './keys/managed-keys.service.js';
import { ManagedProjects } from './projects/managed-projects.service.js';
import { ProjectsController } from './projects/projects.controller.js';
import { RecommendationsController } from './recommendations/recommendations.controller.js';
import { TracesReportsController } from './traces/traces.controller.js';
import { PreviewDecisions } from './routers/preview-decisions.service.js';
import { AdminBatchesController } from './batches/batches.controller.js';
import { ConsoleAccess } from './console/console-access.service.js';
import { ConsoleSessionController } from './console/console-session.controller.js';
import { SimulatorFaultsController } from './simulator/simulator-faults.controller.js';
import { SimulatorFaults } from './simulator/simulator-faults.service.js';
import { ProvidersController } from './providers/providers.controller.js';
import { StatusController } from './status/status.controller.js';
import { Status } from './status/status.service.js';
import { RefusalsModule } from '../refusals/refusals.module.js';
import { RefusalsController } from './refusals/refusals.controller.js';
import { RoutersController } from './routers/routers.controller.js';
import { KeyChange } from './maintenance/key-change.service.js';
import { Sweep } from './maintenance/sweep.service.js';
import { VisibleOrganizations } from './visible-organizations.service.js';
import { UsageNames } from './usage/usage-names.service.js';
import { UsageController } from './usage/usage.controller.js';
import { VisibleProjects } from './visible-projects.service.js';
import { PlaygroundController } from './playground/playground.controller.js';
import { PlaygroundGuard } from './playground/playground.guard.js';
import { RouterParts } from './routers/router-parts.service.js';
import { VisibleRouters } from './routers/visible-routers.service.js';

@Module({
  imports: [
    ScheduleModule.forRootAsync({
      inject: [SETTINGS],
      useFactory: ({ role }: Settings) => ({ intervals: role !== 'api', cronJobs: role !== 'api' }),
    }),
    SurfaceModule,
    ProjectsModule,
    RoutingModule,
    EndpointsModule,
    RecommendationsModule,
    RecordsModule,
    BatchesModule,
    UploadsModule,
    CompletionsModule,
    ModelJudgeModule,
    ResponseStoreModule,
    TraceStorageModule,
    AuditModule,
    AlertsModule,
    RefusalsModule,
    CachedAnswersModule,
    ContentsModule,
  ],
  controllers: [
    OrganizationsController,
    PaymentsController,
    ProjectsController,
    KeysController,
    RoutersController,
    GroupsController,
    EndpointsController,
    RecommendationsController,
    AlertsController,
    AliasesController,
    ProviderKeysController,
    CallbackSecretsController,
    CallsController,
    CallContentController,
    RefusalsController,
    AdminBatchesController,
    UsageController,
    ModelsController,
    TracesReportsController,
    MaintenanceController,
    AuditController,
    JudgeController,
    StatusController,
    ProvidersController,
    SimulatorFaultsController,
    PlaygroundController,
    OverviewController,
  ],
  providers: [
    JsonPrinter,
    ManagedKeys,
    ManagedProjects,
    AdminGuard,
    PlaygroundGuard,
    ConsoleAccess,
    Status,
    SimulatorFaults,
    GroupsTraffic,
    Overview,
    UsageNames,
    VisibleOrganizations,
    PresentOrganizations,
    VisibleProjects,
    VisibleRouters,
    RouterParts,
    PreviewDecisions,
    FirstStart,
    KeyChange,
    Sweep,
  ],
})
export class AdminModule {
  /** Without the console nobody signs in: its paths are as unknown as any other. */
  static register({ console: isServed }: Pick<Settings, 'console'>): DynamicModule {
    return { module: AdminModule, controllers: isServed ? [ConsoleSessionController] : [] };
  }
}
