import { applyDecorators, Controller, Get, Header, Inject, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { errorResponses } from '../http/envelopes/openapi-errors.js';
import { Metrics } from '../http/metrics.js';
import { OperatorGuard } from './operator.guard.js';

const OperatorOnly = (): MethodDecorator =>
  applyDecorators(
    UseGuards(OperatorGuard),
    ApiSecurity('admin'),
    ...errorResponses({ 401: 'invalid_admin_token' }),
  );

@ApiTags('Health')
@Controller()
export class MetricsController {
  constructor(@Inject(Metrics) private readonly metrics: Metrics) {}

  @Get('metrics')
  @OperatorOnly()
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @Header('cache-control', 'no-store')
  @ApiOperation({
    summary: "Prometheus metrics, with the operator's token",
    description:
      'Numbers of the process that answers; when several share the port, each has series of its own, told apart by `pid`.',
  })
  @ApiResponse({ status: 200, content: { 'text/plain': { schema: { type: 'string' } } } })
  render(): Promise<string> {
    return this.metrics.render();
  }
}
