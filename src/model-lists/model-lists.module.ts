import { Module } from '@nestjs/common';
import { EndpointsModule } from '../endpoints/endpoints.module.js';
import { RoutingModule } from '../routing/routing.module.js';
import { SurfaceModule } from '../surface/surface.module.js';
import { MessagesModelsController, OpenAiModelsController } from './model-lists.controller.js';
import { ModelLists } from './model-lists.service.js';

@Module({
  imports: [SurfaceModule, EndpointsModule, RoutingModule],
  controllers: [MessagesModelsController, OpenAiModelsController],
  providers: [ModelLists],
})
export class ModelListsModule {}
