import { Module } from '@nestjs/common';
import { OrganizationsService } from './organizations.service.js';
import { CallbackSecrets } from './callback-secrets.service.js';
import { ProjectsService } from './projects.service.js';

@Module({
  providers: [OrganizationsService, ProjectsService, CallbackSecrets],
  exports: [OrganizationsService, ProjectsService, CallbackSecrets],
})
export class ProjectsModule {}
