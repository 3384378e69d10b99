import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { SurfaceModule } from '../surface/surface.module.js';
import { AccountController } from './account.controller.js';
import { AccountService } from './account.service.js';

@Module({
  imports: [SurfaceModule, ProjectsModule],
  controllers: [AccountController],
  providers: [AccountService],
})
export class AccountModule {}
