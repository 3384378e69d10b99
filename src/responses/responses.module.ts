import { Module } from '@nestjs/common';
import { CompletionsModule } from '../completions/completions.module.js';
import { EndpointsModule } from '../endpoints/endpoints.module.js';
import { SurfaceModule } from '../surface/surface.module.js';
import { ResponsesController } from './responses.controller.js';
import { ResponsesService } from './responses.service.js';
import { ResponseStoreModule } from './store/response-store.module.js';

@Module({
  imports: [SurfaceModule, CompletionsModule, EndpointsModule, ResponseStoreModule],
  controllers: [ResponsesController],
  providers: [ResponsesService],
})
export class ResponsesModule {}
