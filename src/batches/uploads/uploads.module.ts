import { Module } from '@nestjs/common';
import { StorageModule } from '../../storage/storage.module.js';
import { SurfaceModule } from '../../surface/surface.module.js';
import { DirectUploads } from './direct-uploads.service.js';
import { UploadReceiver } from './upload-receiver.service.js';
import { UploadUrls } from './upload-urls.service.js';
import { UploadsController } from './uploads.controller.js';
import { UploadsRepository } from './uploads.repository.js';
import { UploadsService } from './uploads.service.js';

/** The upload flow of large batch submissions. */
@Module({
  imports: [SurfaceModule, StorageModule],
  controllers: [UploadsController],
  providers: [UploadsRepository, UploadUrls, UploadReceiver, DirectUploads, UploadsService],
  exports: [UploadsService],
})
export class UploadsModule {}
