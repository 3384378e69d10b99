import { applyDecorators, Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { Metering } from '../billing/metering.service.js';
import { ChangeFeed } from '../database/change-feed.js';
import { errorResponses } from '../http/envelopes/openapi-errors.js';
import { GatewayError } from '../lib/gateway-error.js';

const statusSchema = (status: string) => ({
  type: 'object' as const,
  required: ['status'],
  properties: { status: { type: 'string' as const, enum: [status] } },
});
const NotReadyResponse = (): MethodDecorator => applyDecorators(...errorResponses({ 503: 'not_ready' }));

function notReady(message: string): GatewayError {
  return new GatewayError({ status: 503, code: 'not_ready', message, headers: { 'retry-after': '1' } });
}

/** Liveness and readiness, without authentication. */
@ApiTags('Health')
@Controller()
export class HealthController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ChangeFeed) private readonly feed: ChangeFeed,
    @Inject(Metering) private readonly metering: Metering,
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
  @ApiOperation({
    summary: 'The process can serve: its database answers, changes are heard, and calls are recorded.',
  })
  @ApiResponse({ status: 200, schema: statusSchema('ready') })
  @NotReadyResponse()
  async ready(): Promise<{ status: string }> {
    const answers = await this.dataSource.query('SELECT 1').then(
      () => true,
      () => false,
    );
    if (!answers || !this.feed.isLive) throw notReady('The database does not answer.');
    if (this.metering.isFailing) throw notReady('Calls cannot be recorded at the moment, so none is taken.');
    return { status: 'ready' };
  }
}
