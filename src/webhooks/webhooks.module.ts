import { Module } from '@nestjs/common';
import { EndpointsModule } from '../endpoints/endpoints.module.js';
import { WebhookPosts } from './webhook-posts.service.js';

@Module({
  imports: [EndpointsModule],
  providers: [WebhookPosts],
  exports: [WebhookPosts],
})
export class WebhooksModule {}
