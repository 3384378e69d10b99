import { Get, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { Catalog } from '../../catalog/catalog.js';
import { AdminController } from '../admin-route.decorator.js';
import { ShortListQuery } from '../dto/queries.dto.js';
import { modelSchema, pageOf } from '../dto/response-schemas.js';
import { cutPage } from '../page.js';
import { presentModel } from '../present.js';

@AdminController('models')
export class ModelsController {
  constructor(private readonly catalog: Catalog) {}

  @Get('models')
  @ApiOperation({ summary: 'The catalogue with prices, capabilities and surfaces.' })
  @ApiResponse({ status: 200, schema: pageOf(modelSchema) })
  models(@Query() query: ShortListQuery) {
    return cutPage(this.catalog.list().map(presentModel), query);
  }
}
