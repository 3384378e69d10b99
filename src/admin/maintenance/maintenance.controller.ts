import { applyDecorators, Body, HttpCode, Post, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { count, named, oneOfWords, shape, text } from '../../http/openapi/openapi-shapes.js';
import { AdminController } from '../admin-route.decorator.js';
import { requireOperator, scopeOf } from '../admin-scope.js';
import { LedgerArchiving } from '../../billing/ledger/archive/ledger-archiving.service.js';
import { errorResponses } from '../../error-answers/openapi-errors.js';
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

const broughtBackSchema = named(
  'BroughtBack',
  shape({
    file: {
      ...text('ledger/000000000001-1c0ffee2badcafe0.jsonl.gz'),
      description: 'The newest archived file, which is gone.',
    },
    entries: { ...count, description: 'Entries of it that are on the ledger again.' },
    files_left: { ...count, description: 'Files that are still archived.' },
  }),
);

const ArchiveRefusals = (): MethodDecorator =>
  applyDecorators(
    ...errorResponses({ 409: 'ledger_archive_busy', 503: 'ledger_archive_unreadable, storage_unavailable' }),
  );

@AdminController('maintenance')
export class MaintenanceController {
  constructor(
    private readonly sweep: Sweep,
    private readonly archiving: LedgerArchiving,
  ) {}

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

  @Post('maintenance/ledger-archive/bring-back')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Take the newest archived file of the ledger back into the database. Operator only.',
    description:
      'Once for each file, until `files_left` is 0. Set `LEDGER_ARCHIVE=none` first, or the next sweep archives them again.',
  })
  @ApiResponse({ status: 200, schema: broughtBackSchema })
  @ArchiveRefusals()
  async bringBack(@Req() request: FastifyRequest, @Body() _body: StartSweep) {
    requireOperator(scopeOf(request));
    const { file, entries, left } = await this.archiving.bringBack();
    return { file, entries, files_left: left };
  }
}
