import { Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AuditLog } from '../../audit/audit-log.service.js';
import { named, open, orNull, pageOf, shape, text, time } from '../../http/openapi/openapi-shapes.js';
import { OrganizationsService } from '../../projects/organizations.service.js';
import { AdminController } from '../admin-route.decorator.js';
import { NotFoundError, requireOperator, scopeOf, sees } from '../admin-scope.js';
import { ApiListOrCsv } from '../csv/api-list-or-csv.js';
import { sendCsv } from '../csv/send-csv.js';
import { wantsCsv } from '../csv/wants-csv.js';
import { PAGE } from '../dto/queries.dto.js';
import { checkCursors, pageOfRows } from '../page.js';
import { readPeriod } from '../read-time.js';
import { AuditQuery } from './audit-query.dto.js';
import { auditLines, presentAuditEntry } from './present-audit.js';

const auditEntrySchema = named(
  'AuditEntry',
  shape({
    id: text('aud_17'),
    created_at: time,
    who: { ...text('operator'), description: "`operator`, or an admin token's id." },
    who_name: orNull(text()),
    request_id: text('req_…'),
    action: text('project.change'),
    target: shape({ type: text('project'), id: text('prj_…') }),
    organization_id: text('org_…'),
    project_id: orNull(text('prj_…')),
    before: orNull({
      ...open,
      description: 'Null for what was created; of what was changed only the members that differ.',
    }),
    after: orNull({ ...open, description: 'Null for what was deleted.' }),
  }),
);

@AdminController('audit')
export class AuditController {
  constructor(
    private readonly log: AuditLog,
    private readonly organizations: OrganizationsService,
  ) {}

  @Get('audit')
  @ApiOperation({ summary: 'Every change made in the management API, newest first. Operator only.' })
  @ApiListOrCsv(pageOf(auditEntrySchema))
  async all(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query() query: AuditQuery,
  ) {
    requireOperator(scopeOf(request));
    return this.page(request, reply, query);
  }

  @Get('organizations/:id/audit')
  @ApiOperation({
    summary: 'Who changed what of an organization and its projects, newest first.',
    description: 'An entry is written in the transaction of its change. Secrets are never in it.',
  })
  @ApiListOrCsv(pageOf(auditEntrySchema))
  async ofOrganization(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Query() query: AuditQuery,
  ) {
    const organization = sees(scopeOf(request), id) ? await this.organizations.find(id) : null;
    if (organization === null) throw new NotFoundError('organization', id);
    return this.page(request, reply, query, organization.id);
  }

  private async page(
    request: FastifyRequest,
    reply: FastifyReply,
    query: AuditQuery,
    organizationId?: string,
  ) {
    checkCursors(query, 'aud');
    const { actor, kind, reference, after, before, limit = PAGE } = query;
    const filters = { organizationId, actor, kind, reference, ...readPeriod(query) };
    if (wantsCsv(query.format, request.headers.accept))
      return sendCsv(
        reply,
        `audit-${organizationId ?? 'all'}`,
        auditLines(this.log, filters, { after, limit: query.limit }),
      );
    const rows = await this.log.page(filters, { limit: limit + 1, after, before });
    return pageOfRows(rows.map(presentAuditEntry), { limit, before });
  }
}
