import { Module } from '@nestjs/common';
import { RouterDirectory } from './router-directory.service.js';

@Module({ providers: [RouterDirectory], exports: [RouterDirectory] })
export class RoutingModule {}
