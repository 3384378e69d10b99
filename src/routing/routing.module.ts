import { Module } from '@nestjs/common';
import { EndpointsModule } from '../endpoints/endpoints.module.js';
import { RecordsModule } from '../records/records.module.js';
import { SurfaceModule } from '../surface/surface.module.js';
import { AnchoredRouters } from './routers/anchored-routers.service.js';
import { DecisionService } from './decision/decision.service.js';
import { RequestJudge } from './decision/request-judge.service.js';
import { ServableModels } from './decision/servable-models.service.js';
import { RouteController } from './route.controller.js';
import { RouterDirectory } from './routers/router-directory.service.js';
import { RoutersInForce } from './decision/routers-in-force.service.js';
import { RouterThresholds } from './routers/router-thresholds.service.js';
import { RoutersService } from './routers/routers.service.js';
import { SessionPins } from './pins/session-pins.service.js';

@Module({
  imports: [SurfaceModule, EndpointsModule, RecordsModule],
  controllers: [RouteController],
  providers: [
    RouterDirectory,
    RoutersService,
    RoutersInForce,
    RouterThresholds,
    AnchoredRouters,
    DecisionService,
    RequestJudge,
    ServableModels,
    SessionPins,
  ],
  exports: [
    RouterDirectory,
    RoutersService,
    RoutersInForce,
    RouterThresholds,
    AnchoredRouters,
    DecisionService,
    ServableModels,
    SessionPins,
  ],
})
export class RoutingModule {}
