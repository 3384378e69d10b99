import { Module } from '@nestjs/common';
import { AnchoredRouters } from './anchored-routers.service.js';
import { RouterDirectory } from './router-directory.service.js';
import { RoutersService } from './routers.service.js';

@Module({
  providers: [RouterDirectory, RoutersService, AnchoredRouters],
  exports: [RouterDirectory, RoutersService, AnchoredRouters],
})
export class RoutingModule {}
