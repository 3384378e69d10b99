import { Module } from '@nestjs/common';
import { SurfaceModule } from '../surface/surface.module.js';
import { EmbeddingsController } from './embeddings.controller.js';
import { EmbeddingsService } from './embeddings.service.js';

@Module({ imports: [SurfaceModule], controllers: [EmbeddingsController], providers: [EmbeddingsService] })
export class EmbeddingsModule {}
