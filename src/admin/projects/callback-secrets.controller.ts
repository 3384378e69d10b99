import { applyDecorators, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { errorResponses } from '../../error-answers/openapi-errors.js';
import { named, shape, text } from '../../http/openapi/openapi-shapes.js';
import { CallbackSecrets } from '../../projects/callback-secrets.service.js';
import { AdminController } from '../admin-route.decorator.js';
import { VisibleProjects } from '../visible-projects.service.js';

const secretSchema = named('CallbackSecret', shape({ callback_secret: text('cbs_…') }));

@AdminController('projects')
export class CallbackSecretsController {
  constructor(
    private readonly secrets: CallbackSecrets,
    private readonly visible: VisibleProjects,
  ) {}

  @Get('projects/:id/callback-secret')
  @ApiOperation({ summary: "The secret that signs a project's batch callbacks; made when it is first read." })
  @ApiResponse({ status: 200, schema: secretSchema })
  @applyDecorators(...errorResponses({ 500: 'signing_secret_unreadable' }))
  async read(@Req() request: FastifyRequest, @Param('id') id: string) {
    const project = await this.visible.get(request, id);
    return { callback_secret: await this.secrets.get(project.id) };
  }

  @Post('projects/:id/callback-secret/rotate')
  @HttpCode(200)
  @ApiOperation({ summary: 'Make a new callback secret; the old one signs nothing from now on.' })
  @ApiBody({ required: false, schema: { type: 'object', description: 'There is nothing to say in it.' } })
  @ApiResponse({ status: 200, schema: secretSchema })
  async rotate(@Req() request: FastifyRequest, @Param('id') id: string) {
    const project = await this.visible.get(request, id);
    return { callback_secret: await this.secrets.rotate(project) };
  }
}
