import { Get, Param, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { BillingReports } from '../../billing/usage/billing-reports.service.js';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import { parseUsd } from '../../lib/money.js';
import { TraceStore, type TraceFilter } from '../../traces/storage/trace-store.js';
import { AdminController } from '../admin-route.decorator.js';
import { NotFoundError } from '../admin-scope.js';
import { traceDetailSchema, traceSchema } from './trace-schemas.js';
import { TracesQuery } from './traces.dto.js';
import { pageOf } from '../dto/response-schemas.js';
import { NAMES, presentNamedCall } from '../calls/named-calls.js';
import { responseIdsOf, presentSpans, presentTrace } from './present-trace.js';
import { pageOfRows } from '../page.js';
import { checkPeriod, readTime } from '../read-time.js';
import { VisibleProjects } from '../visible-projects.service.js';

@AdminController('traces')
export class TracesReportsController {
  constructor(
    private readonly traces: TraceStore,
    private readonly reports: BillingReports,
    private readonly visible: VisibleProjects,
  ) {}

  @Get('projects/:id/traces')
  @ApiOperation({ summary: 'Traces of a project, newest first.' })
  @ApiResponse({ status: 200, schema: pageOf(traceSchema) })
  async list(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: TracesQuery) {
    const project = await this.visible.place(request, id);
    const { limit, after, before } = query;
    if (after !== undefined && before !== undefined)
      throw new InvalidRequestError({ param: 'before', message: 'Send one of `after` and `before`.' });
    const found = await this.traces.list(project.id, toFilter(query), { limit: limit + 1, after, before });
    if (found === undefined) throw noSuchTrace(before === undefined ? 'after' : 'before');
    const rows = found.map((row) => ({ id: row.traceId, row }));
    const { data, ...page } = pageOfRows(rows, { limit, before });
    return { ...page, data: data.map(({ row }) => presentTrace(row)) };
  }

  @Get('projects/:id/traces/:trace_id')
  @ApiOperation({
    summary: 'One trace: its spans, and the calls of the gateway that belong to it.',
    description:
      'Calls belong by the `traceparent` that they carried, or because a span names their id, or that of their answer (`chatcmpl-…`, `msg_…`), as `gen_ai.response.id`; an answer id that several calls of the project have names none. A trace of very many or very large spans is cut, and says so.',
  })
  @ApiResponse({ status: 200, schema: traceDetailSchema })
  async get(@Req() request: FastifyRequest, @Param('id') id: string, @Param('trace_id') traceId: string) {
    const project = await this.visible.place(request, id);
    const wanted = traceId.toLowerCase();
    const trace = await this.traces.find(project.id, wanted);
    const calls = await this.reports.callsOfTrace(
      { projectId: project.id, traceId: wanted, names: responseIdsOf(trace?.spans ?? []) },
      NAMES,
    );
    if (trace === undefined && calls.length === 0) throw new NotFoundError('trace', traceId);
    return {
      ...(trace === undefined ? { trace_id: wanted } : presentTrace(trace.summary)),
      truncated: trace?.truncated ?? false,
      spans: presentSpans(trace?.spans ?? []),
      calls: calls.map(presentNamedCall),
    };
  }
}

function noSuchTrace(param: 'after' | 'before'): InvalidRequestError {
  const of = param === 'after' ? 'last_id' : 'first_id';
  return new InvalidRequestError({
    param,
    message: `\`${param}\` must be the \`${of}\` of a page of this list.`,
  });
}

/** @throws InvalidRequestError (400) when the period ends before it begins */
function toFilter(query: TracesQuery): TraceFilter {
  const from = readTime(query.from ?? '');
  const to = readTime(query.to ?? '');
  checkPeriod({ from, to });
  return {
    from,
    to,
    service: query.service,
    model: query.model,
    status: query.status,
    text: query.q,
    minTokens: query.min_tokens,
    minCost: query.min_cost_usd === undefined ? undefined : parseUsd(query.min_cost_usd),
  };
}
