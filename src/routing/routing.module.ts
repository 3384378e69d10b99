import { Module } from '@nestjs/common';
import { EndpointsModule } from '../endpoints/endpoints.module.js';
import { JudgingModule } from '../records/judging/judging.module.js';
import { SurfaceModule } from '../surface/surface.module.js';
import { AnchoredRouters } from './anchored-routers.service.js';
import { DecisionService } from './decision/decision.service.js';
import { TaskGroups } from './decision/placeholder.js';
import { RouteController } from './route.controller.js';
import { RouterDirectory } from './router-directory.service.js';
import { RoutersService } from './routers.service.js';
import { SessionPins } from './session-pins.service.js';

@Module({
  imports: [SurfaceModule, EndpointsModule, JudgingModule],
  controllers: [RouteController],
  providers: [RouterDirectory, RoutersService, AnchoredRouters, DecisionService, SessionPins, TaskGroups],
  exports: [RouterDirectory, RoutersService, AnchoredRouters, DecisionService, SessionPins],
})
export class RoutingModule {}
