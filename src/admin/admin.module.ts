import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { AuditModule } from '../audit/audit.module.js';
import { EndpointsModule } from '../endpoints/endpoints.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { RecommendationsModule } from '../records/recommendations/recommendations.module.js';
import { RoutingModule } from '../routing/routing.module.js';
import { SurfaceModule } from '../surface/surface.module.js';
import { AdminGuard } from './admin.guard.js';
import { AuditController } from './audit.controller.js';
import { CallsController } from './calls.controller.js';
import { EndpointsController } from './endpoints.controller.js';
import { FirstStart } from './first-start.service.js';
import { RecordsModule } from '../records/records.module.js';
import { GroupsController } from './groups.controller.js';
import { MaintenanceController } from './maintenance.controller.js';
import { ModelsController } from './models.controller.js';
import { OrganizationsController } from './organizations.controller.js';
import { ProjectsController } from './projects.controller.js';
import { RecommendationsController } from './recommendations.controller.js';
import { RoutersController } from './routers.controller.js';
import { Sweep } from './sweep.service.js';
import { UsageController } from './usage.controller.js';
import { VisibleProjects } from './visible-projects.service.js';
import { VisibleRouters } from './visible-routers.service.js';

@Module({
  imports: [
    ScheduleModule.forRoot(),
    SurfaceModule,
    ProjectsModule,
    RoutingModule,
    EndpointsModule,
    RecommendationsModule,
    RecordsModule,
    AuditModule,
  ],
  controllers: [
    OrganizationsController,
    ProjectsController,
    RoutersController,
    GroupsController,
    EndpointsController,
    RecommendationsController,
    CallsController,
    UsageController,
    ModelsController,
    MaintenanceController,
    AuditController,
  ],
  providers: [AdminGuard, VisibleProjects, VisibleRouters, FirstStart, Sweep],
})
export class AdminModule {}
