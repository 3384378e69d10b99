import { Module } from '@nestjs/common';
import { EndpointsModule } from '../endpoints/endpoints.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { SurfaceModule } from '../surface/surface.module.js';
import { BatchBodies } from './batch-bodies.service.js';
import { BatchSweep } from './batch-sweep.service.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { CallbackOutbox } from './callbacks/callback-outbox.service.js';
import { CallbackDelivery } from './callbacks/callback-delivery.service.js';
import { BatchBook } from './batch-book.service.js';
import { BatchFunding } from './batch-funding.service.js';
import { BatchLeases } from './batch-leases.service.js';
import { BatchesController } from './batches.controller.js';
import { BatchesService } from './batches.service.js';
import { BatchFilesRepository } from './files/batch-files.repository.js';
import { BatchFiles } from './files/batch-files.service.js';
import { ItemStore } from './items/item-store.service.js';
import { BatchFinish } from './lifecycle/batch-finish.service.js';
import { BatchRefresh } from './lifecycle/batch-refresh.service.js';
import { BatchesOfDeletedProjects } from './lifecycle/deleted-projects.service.js';
import { FanOut } from './lifecycle/fan-out.service.js';
import { HostedSlices } from './lifecycle/hosted-slices.service.js';
import { BatchResults } from './results/batch-results.service.js';
import { BatchSubmissions } from './submission/batch-submissions.service.js';
import { UploadsModule } from './uploads/uploads.module.js';
import { BatchValidation } from './validation/batch-validation.service.js';
import { FileSubmissions } from './validation/file-submissions.service.js';
import { ValidatedHandOver } from './validation/validated-hand-over.service.js';
import { ValidationBook } from './validation/validation-book.service.js';

@Module({
  imports: [SurfaceModule, StorageModule, UploadsModule, EndpointsModule, ProjectsModule, WebhooksModule],
  controllers: [BatchesController],
  providers: [
    BatchBook,
    BatchFunding,
    BatchLeases,
    BatchBodies,
    BatchSubmissions,
    BatchesService,
    BatchRefresh,
    BatchFinish,
    BatchResults,
    FanOut,
    HostedSlices,
    ItemStore,
    BatchesOfDeletedProjects,
    BatchSweep,
    CallbackOutbox,
    CallbackDelivery,
    BatchFilesRepository,
    BatchFiles,
    ValidationBook,
    ValidatedHandOver,
    BatchValidation,
    FileSubmissions,
  ],
  exports: [
    BatchFiles,
    FileSubmissions,
    BatchSubmissions,
    BatchesService,
    BatchResults,
    BatchRefresh,
    BatchBodies,
    BatchesOfDeletedProjects,
    BatchSweep,
    CallbackDelivery,
  ],
})
export class BatchesModule {}
