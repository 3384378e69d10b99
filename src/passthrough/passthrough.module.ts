import { Module } from '@nestjs/common';
import { SurfaceModule } from '../surface/surface.module.js';
import { MessagesController } from './messages.controller.js';
import { MessagesService } from './messages.service.js';

@Module({ imports: [SurfaceModule], controllers: [MessagesController], providers: [MessagesService] })
export class PassthroughModule {}
