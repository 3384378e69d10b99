import { Module } from '@nestjs/common';
import { OrganizationsService } from './organizations.service.js';
import { ModelAliases } from './aliases/model-aliases.service.js';
import { CallbackSecrets } from './callback-secrets.service.js';
import { ProjectsService } from './projects.service.js';

@Module({
  providers: [OrganizationsService, ProjectsService, CallbackSecrets, ModelAliases],
  exports: [OrganizationsService, ProjectsService, CallbackSecrets, ModelAliases],
})
export class ProjectsModule {}
