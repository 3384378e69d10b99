import { Controller, Get, Header, Inject } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { ChangeFeed } from '../database/change-feed.js';
import { GatewayError } from '../lib/gateway-error.js';

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
  @ApiResponse({ status: 200, description: '`{"status":"ok"}`' })
  health(): { status: string } {
    return { status: 'ok' };
  }

  @Get('readyz')
  @Header('cache-control', 'no-store')
  @ApiOperation({ summary: 'The process can serve: its database answers and changes are heard.' })
  @ApiResponse({ status: 200, description: '`{"status":"ready"}`' })
  @ApiResponse({ status: 503, description: 'Not ready.' })
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
