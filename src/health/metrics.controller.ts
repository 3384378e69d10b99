import { applyDecorators, Controller, Get, Header, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { errorResponses } from '../error-answers/openapi-errors.js';
import { Scrapes } from '../metrics/scrapes.service.js';
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
  constructor(private readonly scrapes: Scrapes) {}

  @Get('metrics')
  @OperatorOnly()
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @Header('cache-control', 'no-store')
  @ApiOperation({
    summary: "Prometheus metrics, with the operator's token",
    description:
      'Numbers of this process and of those that share its port (`WORKERS`), each with series of its own, told apart by `pid`.',
  })
  @ApiResponse({ status: 200, content: { 'text/plain': { schema: { type: 'string' } } } })
  render(): Promise<string> {
    return this.scrapes.render();
  }
}
