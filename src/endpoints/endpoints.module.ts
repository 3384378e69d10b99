import { Module } from '@nestjs/common';
import { EndpointAgents } from './endpoint-agents.service.js';
import { EndpointDirectory } from './endpoint-directory.service.js';
import { EndpointsService } from './endpoints.service.js';

@Module({
  providers: [EndpointAgents, EndpointDirectory, EndpointsService],
  exports: [EndpointAgents, EndpointDirectory, EndpointsService],
})
export class EndpointsModule {}
