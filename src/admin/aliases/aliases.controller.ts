import { applyDecorators, Body, Delete, Get, Param, Put, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { errorResponses } from '../../error-answers/openapi-errors.js';
import { named, shape, text } from '../../http/openapi/openapi-shapes.js';
import type { ModelAliasEntity } from '../../projects/aliases/model-alias.entity.js';
import { ModelAliases } from '../../projects/aliases/model-aliases.service.js';
import { AdminController } from '../admin-route.decorator.js';
import { NotFoundError } from '../admin-scope.js';
import { ShortListQuery } from '../dto/queries.dto.js';
import { deletedSchema, pageOf } from '../dto/response-schemas.js';
import { cutPage } from '../page.js';
import { VisibleProjects } from '../visible-projects.service.js';
import { PutAlias } from './put-alias.dto.js';

const aliasSchema = named('ModelAlias', shape({ alias: text('fast'), model: text('vendorb/gpt-…') }));

/** Beside what every route here refuses. */
const AliasRefusals = (): MethodDecorator =>
  applyDecorators(
    ...errorResponses({
      400: 'invalid_request, invalid_json, invalid_content_encoding, invalid_alias, too_many_aliases',
    }),
  );

@AdminController('projects')
export class AliasesController {
  constructor(
    private readonly aliases: ModelAliases,
    private readonly visible: VisibleProjects,
  ) {}

  @Put('projects/:id/aliases/:alias')
  @ApiOperation({
    summary:
      "A name of your own for a model of the catalogue, good wherever this project's keys name a model.",
    description:
      'Made, or made to stand for another model. The name is 1 to 64 letters, digits, dots, dashes and underscores, and no spelling of a real model id or of `auto`. Calls are decided, checked and billed as if they had named the model; `x-svc-model` names it, and the call log keeps the alias as `requested_model`.',
  })
  @ApiResponse({ status: 200, schema: aliasSchema })
  @AliasRefusals()
  async put(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Param('alias') alias: string,
    @Body() { model }: PutAlias,
  ) {
    const project = await this.visible.get(request, id);
    return present(await this.aliases.put(project, { alias, model }));
  }

  @Get('projects/:id/aliases')
  @ApiOperation({ summary: 'The aliases of a project, by name.' })
  @ApiResponse({ status: 200, schema: pageOf(aliasSchema) })
  async list(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: ShortListQuery) {
    const project = await this.visible.get(request, id);
    const rows = await this.aliases.list(project.id);
    const page = cutPage(
      rows.map((row) => ({ id: row.alias, row })),
      query,
    );
    return { ...page, data: page.data.map(({ row }) => present(row)) };
  }

  @Delete('projects/:id/aliases/:alias')
  @ApiOperation({
    summary: 'Delete an alias: calls that write it are refused from now on, as any unknown model.',
  })
  @ApiResponse({ status: 200, schema: deletedSchema })
  async remove(@Req() request: FastifyRequest, @Param('id') id: string, @Param('alias') alias: string) {
    const project = await this.visible.get(request, id);
    if (!(await this.aliases.remove(project, alias))) throw new NotFoundError('alias', alias);
    return { id: alias, deleted: true };
  }
}

function present({ alias, model }: ModelAliasEntity) {
  return { alias, model };
}
