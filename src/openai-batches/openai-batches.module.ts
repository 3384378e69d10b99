import { Module } from '@nestjs/common';
import { BatchesModule } from '../batches/batches.module.js';
import { SurfaceModule } from '../surface/surface.module.js';
import { BatchCreation } from './batch-creation.service.js';
import { FileUploads } from './file-uploads.service.js';
import { OpenAiBatchesController } from './openai-batches.controller.js';
import { OpenAiFilesController } from './openai-files.controller.js';

/** Files and batches in OpenAI's shape. */
@Module({
  imports: [SurfaceModule, BatchesModule],
  controllers: [OpenAiFilesController, OpenAiBatchesController],
  providers: [BatchCreation, FileUploads],
})
export class OpenAiBatchesModule {}
