import { applyDecorators, Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { ChangeFeed } from '../database/change-feed.js';
import { errorResponses } from '../http/envelopes/openapi-errors.js';
import { GatewayError } from '../lib/gateway-error.js';

const statusSchema = (status: string) => ({
  type: 'object' as const,
  required: ['status'],
  properties: { status: { type: 'string' as const, enum: [status] } },
});
const NotReadyResponse = (): MethodDecorator => applyDecorators(...errorResponses({ 503: 'not_ready' }));

/** Liveness and readiness, without authentication. */
@ApiTags('Health')
@Controller()
export class HealthController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ChangeFeed) private readonly feed: ChangeFeed,
  ) {}

  @Get('healthz')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'The process runs.' })
  @ApiResponse({ status: 200, schema: statusSchema('ok') })
  health(): { status: string } {
    return { status: 'ok' };
  }

  @Get('readyz')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'The process can serve: its database answers and changes are heard.' })
  @ApiResponse({ status: 200, schema: statusSchema('ready') })
  @NotReadyResponse()
  async ready(): Promise<{ status: string }> {
    const answers = await this.dataSource.query('SELECT 1').then(
      () => true,
      () => false,
    );
    if (!answers || !this.feed.isLive) {
      throw new GatewayError({
        status: 503,
        code: 'not_ready',
        message: 'The database does not answer.',
        headers: { 'retry-after': '1' },
      });
    }
    return { status: 'ready' };
  }
}
