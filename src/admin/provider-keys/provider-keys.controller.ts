import { applyDecorators, Body, Delete, Get, Param, Put, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { errorResponses } from '../../error-answers/openapi-errors.js';
import { flag, named, shape, text, time } from '../../http/openapi/openapi-shapes.js';
import type { ProviderKeyEntity } from '../../projects/provider-keys/provider-key.entity.js';
import {
  isOwnKeyProvider,
  OWN_KEY_PROVIDERS,
  type OwnKeyProvider,
} from '../../projects/provider-keys/provider-key.js';
import { ProviderKeysService } from '../../upstreams/own-keys/provider-keys.service.js';
import { AdminController } from '../admin-route.decorator.js';
import { NotFoundError } from '../admin-scope.js';
import { ShortListQuery } from '../dto/queries.dto.js';
import { deletedSchema, pageOf } from '../dto/response-schemas.js';
import { cutPage } from '../page.js';
import { VisibleProjects } from '../visible-projects.service.js';
import { PutProviderKey } from './put-provider-key.dto.js';

const keySchema = named(
  'ProviderKey',
  shape({ provider: text('provider_a'), created_at: time, fall_back_to_system: flag }),
);
/** Beside what every route here refuses. */
const KeyRefusals = (): MethodDecorator =>
  applyDecorators(
    ...errorResponses({
      400: 'invalid_request, invalid_json, invalid_content_encoding, provider_key_refused',
      502: 'provider_key_untried',
    }),
  );
const ProviderParam = (): MethodDecorator => ApiParam({ name: 'provider', enum: OWN_KEY_PROVIDERS });

@AdminController('projects')
export class ProviderKeysController {
  constructor(
    private readonly keys: ProviderKeysService,
    private readonly visible: VisibleProjects,
  ) {}

  @Put('projects/:id/provider-keys/:provider')
  @ApiOperation({
    summary: "A provider key of the project's own: its calls of that provider's models go out with it.",
    description:
      'Set or replaced, once the provider has taken it. Chat, Responses, Messages and embeddings use it, cost nothing here and say `x-svc-billed-to: own-key`; batches do not use it. What the provider says of it reaches the caller as it came.',
  })
  @ProviderParam()
  @ApiResponse({ status: 200, schema: keySchema })
  @KeyRefusals()
  async put(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Param('provider') provider: string,
    @Body() { api_key: apiKey, fall_back_to_system: fallBackToSystem = false }: PutProviderKey,
  ) {
    const project = await this.visible.get(request, id);
    return present(await this.keys.put(project, known(provider), { apiKey, fallBackToSystem }));
  }

  @Get('projects/:id/provider-keys')
  @ApiOperation({ summary: "The provider keys of a project's own, by provider; never the keys themselves." })
  @ApiResponse({ status: 200, schema: pageOf(keySchema) })
  async list(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: ShortListQuery) {
    const project = await this.visible.get(request, id);
    const rows = await this.keys.list(project.id);
    const page = cutPage(
      rows.map((row) => ({ id: row.provider, row })),
      query,
    );
    return { ...page, data: page.data.map(({ row }) => present(row)) };
  }

  @Delete('projects/:id/provider-keys/:provider')
  @ApiOperation({ summary: "Ends it: calls go out with the gateway's accounts from now on, and are billed." })
  @ProviderParam()
  @ApiResponse({ status: 200, schema: deletedSchema })
  async remove(@Req() request: FastifyRequest, @Param('id') id: string, @Param('provider') provider: string) {
    const project = await this.visible.get(request, id);
    if (!(await this.keys.remove(project, known(provider))))
      throw new NotFoundError('provider key', provider);
    return { id: provider, deleted: true };
  }
}

/** @throws NotFoundError (404) */
function known(provider: string): OwnKeyProvider {
  if (!isOwnKeyProvider(provider)) throw new NotFoundError('provider for own keys', provider);
  return provider;
}

function present({ provider, createdAt, fallBackToSystem }: ProviderKeyEntity) {
  return { provider, created_at: createdAt.toISOString(), fall_back_to_system: fallBackToSystem };
}
