import { applyDecorators, Controller, Get, Header } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { Metering } from '../billing/metering/metering.service.js';
import { ChangeFeed } from '../database/change-feed.js';
import { errorResponses } from '../error-answers/openapi-errors.js';
import { LiveCalls } from '../live-calls/live-calls.service.js';
import { GatewayError } from '../lib/gateway-error.js';

const statusSchema = (status: string) => ({
  type: 'object' as const,
  required: ['status'],
  properties: { status: { type: 'string' as const, enum: [status] } },
});
const NotReadyResponse = (): MethodDecorator =>
  applyDecorators(...errorResponses({ 503: 'not_ready, shutting_down' }));

/** A server that became a copy of another answers, and takes no call's bill. */
const ONLY_READS = `SELECT current_setting('transaction_read_only')::boolean AS reads`;

function notReady(message: string): GatewayError {
  return new GatewayError({ status: 503, code: 'not_ready', message, headers: { 'retry-after': '1' } });
}

/** A stop that somebody asked for is nobody's fault: by this code alarms and the log leave it out. */
function stopping(): GatewayError {
  return new GatewayError({
    status: 503,
    code: 'shutting_down',
    message: 'This process is stopping; ask another.',
    headers: { 'retry-after': '1' },
  });
}

/** Liveness and readiness, without authentication. */
@ApiTags('Health')
@Controller()
export class HealthController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly feed: ChangeFeed,
    private readonly metering: Metering,
    private readonly liveCalls: LiveCalls,
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
    if (this.liveCalls.isDraining) throw stopping();
    const answer = await this.dataSource
      .query<{ reads: boolean }[]>(ONLY_READS)
      .catch((): readonly { reads: boolean }[] => []);
    if (answer[0] === undefined || !this.feed.isLive) throw notReady('The database does not answer.');
    if (answer[0].reads)
      throw notReady('The database only reads, so that calls cannot be recorded and none is taken.');
    if (this.metering.isFailing) throw notReady('Calls cannot be recorded at the moment, so none is taken.');
    return { status: 'ready' };
  }
}
