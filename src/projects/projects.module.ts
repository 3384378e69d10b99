import { Module } from '@nestjs/common';
import { OrganizationsService } from './organizations.service.js';
import { ProjectsService } from './projects.service.js';

@Module({
  providers: [OrganizationsService, ProjectsService],
  exports: [OrganizationsService, ProjectsService],
})
export class ProjectsModule {}
