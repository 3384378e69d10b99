import { Get, Inject, Param, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { AuditEntryEntity } from '../../audit/audit-entry.entity.js';
import { AuditLog } from '../../audit/audit-log.service.js';
import { orNull, pageOf, shape, text, time } from '../../http/envelopes/openapi-shapes.js';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import { OrganizationsService } from '../../projects/organizations.service.js';
import { AdminController } from '../admin-route.decorator.js';
import { NotFoundError, requireOperator, scopeOf, sees } from '../admin-scope.js';
import { PageQuery } from '../dto/queries.dto.js';
import { toPage } from '../page.js';

const ENTRY_ID = /^aud_(\d{1,18})$/;
const ABOVE_EVERY_ENTRY = '9223372036854775807';

const auditEntrySchema = shape({
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
    type: 'object',
    additionalProperties: true,
    description: 'Null for what was created; of what was changed only the members that differ.',
  }),
  after: orNull({ type: 'object', additionalProperties: true, description: 'Null for what was deleted.' }),
});

@AdminController('audit')
export class AuditController {
  constructor(
    @Inject(AuditLog) private readonly log: AuditLog,
    @Inject(OrganizationsService) private readonly organizations: OrganizationsService,
  ) {}

  @Get('audit')
  @ApiOperation({ summary: 'Every change made in the management API, newest first. Operator only.' })
  @ApiResponse({ status: 200, schema: pageOf(auditEntrySchema) })
  async all(@Req() request: FastifyRequest, @Query() query: PageQuery) {
    requireOperator(scopeOf(request));
    return this.page(query);
  }

  @Get('organizations/:id/audit')
  @ApiOperation({
    summary: 'Who changed what of an organization and its projects, newest first.',
    description: 'An entry is written in the transaction of its change. Secrets are never in it.',
  })
  @ApiResponse({ status: 200, schema: pageOf(auditEntrySchema) })
  async ofOrganization(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: PageQuery) {
    const organization = sees(scopeOf(request), id) ? await this.organizations.find(id) : null;
    if (organization === null) throw new NotFoundError('organization', id);
    return this.page(query, organization.id);
  }

  private async page({ limit, after }: PageQuery, organizationId?: string) {
    const rows = await this.log.page({ organizationId, limit: limit + 1, below: readEntryId(after) });
    return toPage(rows.map(present), limit);
  }
}

/** @throws InvalidRequestError (400) */
function readEntryId(after: string | undefined): string {
  if (after === undefined) return ABOVE_EVERY_ENTRY;
  const [, sequence] = ENTRY_ID.exec(after) ?? [];
  if (sequence === undefined)
    throw new InvalidRequestError({
      param: 'after',
      message: '`after` must be the `last_id` of a page of this list.',
    });
  return sequence;
}

function present(row: AuditEntryEntity) {
  return {
    id: `aud_${row.sequence}`,
    created_at: row.createdAt.toISOString(),
    who: row.who,
    who_name: row.whoName,
    request_id: row.requestId,
    action: row.action,
    target: { type: row.action.split('.', 1)[0] ?? '', id: row.targetId },
    organization_id: row.organizationId,
    project_id: row.projectId,
    before: row.before,
    after: row.after,
  };
}
