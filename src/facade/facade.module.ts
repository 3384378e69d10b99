import { Module } from '@nestjs/common';
import { BatchesModule } from '../batches/batches.module.js';
import { SurfaceModule } from '../surface/surface.module.js';
import { MessageBatchesController } from './message-batches.controller.js';

@Module({ imports: [SurfaceModule, BatchesModule], controllers: [MessageBatchesController] })
export class FacadeModule {}
