import { Body, HttpCode, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { count, named, oneOfWords, shape } from '../../http/openapi/openapi-shapes.js';
import { AdminController } from '../admin-route.decorator.js';
import { requireOperator, scopeOf } from '../admin-scope.js';
import { StartSweep } from './start-sweep.dto.js';
import { Sweep } from './sweep.service.js';

const sweepSchema = named(
  'Sweep',
  shape({
    batches_refreshed: { ...count, description: 'Batches that were brought up to date.' },
    batches_failed: { ...count, description: 'Batches whose submission had crashed.' },
    results_purged: { ...count, description: 'Batches whose results had reached their age.' },
    uploads_purged: { ...count, description: 'Uploaded objects of 48 hours ago.' },
    pins_purged: { ...count, description: 'Session pins that had ended.' },
    traces_purged: { ...count, description: 'Traces past their retention.' },
    charges: { ...count, description: 'Hourly charges that were paid.' },
    ledger_check: {
      ...oneOfWords('ok', 'differences', 'running_elsewhere', 'failed'),
      description:
        'Whether every balance is the sum of its ledger; `running_elsewhere`: another process is checking it.',
    },
  }),
);

@AdminController('maintenance')
export class MaintenanceController {
  constructor(private readonly sweep: Sweep) {}

  @Post('maintenance/sweep')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Run the hourly sweep now and answer, when it is done, what it did. Operator only.',
  })
  @ApiResponse({ status: 200, schema: sweepSchema })
  async run(@Req() request: FastifyRequest, @Body() _body: StartSweep) {
    requireOperator(scopeOf(request));
    const { batches, uploadsPurged, pinsPurged, tracesPurged, charges, ledgerCheck } = await this.sweep.run();
    return {
      batches_refreshed: batches.refreshed,
      batches_failed: batches.failed,
      results_purged: batches.resultsPurged,
      uploads_purged: uploadsPurged,
      pins_purged: pinsPurged,
      traces_purged: tracesPurged,
      charges,
      ledger_check: ledgerCheck,
    };
  }
}
