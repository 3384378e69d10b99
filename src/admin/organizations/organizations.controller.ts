import {
  applyDecorators,
  Body,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AdminTokensService } from '../../auth/admin-tokens/admin-tokens.service.js';
import { BillingReports } from '../../billing/usage/billing-reports.service.js';
import { CreditsService } from '../../billing/ledger/credits.service.js';
import type { OrganizationEntity } from '../../projects/organization.entity.js';
import { organizationTag } from '../../projects/organization-tag.js';
import { OrganizationsService, type OrganizationFields } from '../../projects/organizations.service.js';
import { errorResponses } from '../../error-answers/openapi-errors.js';
import { AdminController } from '../admin-route.decorator.js';
import {
  NotFoundError,
  OperatorOnlyError,
  requireOperator,
  scopeOf,
  sees,
  type AdminScope,
} from '../admin-scope.js';
import { ApiListOrCsv } from '../csv/api-list-or-csv.js';
import { sendCsv } from '../csv/send-csv.js';
import { wantsCsv } from '../csv/wants-csv.js';
import { OrganizationQuery, PAGE, PageQuery } from '../dto/queries.dto.js';
import { AddCredit, ChangeOrganization, CreateNamed, CreateOrganization } from '../dto/requests.dto.js';
import {
  adminTokenSchema,
  createdTokenSchema,
  deletedSchema,
  ledgerSchema,
  organizationDetailSchema,
  organizationSchema,
  pageOf,
} from '../dto/response-schemas.js';
import { readIfMatch } from '../if-match.js';
import { MayExpectState, TaggedAnswer } from '../may-expect-state.decorator.js';
import { checkAfter, checkCursors, cutPage, pageOfRows, toPage, type Page } from '../page.js';
import { presentAdminToken, presentLedgerEntry } from '../present.js';
import { PresentOrganizations } from './present-organizations.service.js';
import { readAmount } from '../read-amount.js';
import { readPeriod } from '../read-time.js';
import { ledgerLines } from './ledger-lines.js';
import { LedgerQuery } from './ledger-query.dto.js';

const ConflictResponse = (): MethodDecorator =>
  applyDecorators(...errorResponses({ 409: 'idempotency_key_reused' }));

@AdminController('organizations')
export class OrganizationsController {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly presented: PresentOrganizations,
    private readonly credits: CreditsService,
    private readonly reports: BillingReports,
    private readonly tokens: AdminTokensService,
  ) {}

  @Post('organizations')
  @HttpCode(200)
  @ApiOperation({ summary: 'Create an organization. Operator only.' })
  @ApiResponse({ status: 200, schema: organizationSchema })
  async create(@Req() request: FastifyRequest, @Body() body: CreateOrganization) {
    requireOperator(scopeOf(request));
    return this.presented.one(await this.organizations.create({ ...toFields(body), name: body.name }));
  }

  @Get('organizations')
  @ApiOperation({ summary: "Organizations, newest first; with an organization's token, its own." })
  @ApiResponse({ status: 200, schema: pageOf(organizationSchema) })
  async list(@Req() request: FastifyRequest, @Query() { limit, after }: PageQuery) {
    checkAfter(after, 'org');
    const page = await this.page(scopeOf(request), { limit, after });
    return { ...page, data: await this.presented.all(page.data) };
  }

  @Get('organizations/:id')
  @ApiOperation({
    summary: 'One organization with its balance.',
    description:
      'With `include=alerts_etag` also the `ETag` of its alerts, for `If-Match`; there is one while it is told of nothing, too.',
  })
  @TaggedAnswer(organizationDetailSchema)
  async get(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Query() query: OrganizationQuery,
  ) {
    return this.answer(reply, await this.visible(scopeOf(request), id), query);
  }

  @Patch('organizations/:id')
  @ApiOperation({
    summary: "Change an organization. `pay_as_you_go`, `rate_limits` and `data_policy` are the operator's.",
  })
  @TaggedAnswer(organizationSchema)
  @MayExpectState('organization_changed')
  async change(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Body() body: ChangeOrganization,
  ) {
    const scope = scopeOf(request);
    const { id: known } = await this.visible(scope, id);
    refuseOperatorFields(scope, body);
    const expected = readIfMatch(request);
    return this.answer(reply, await this.organizations.change(known, toFields(body), expected));
  }

  @Post('organizations/:id/credits')
  @HttpCode(200)
  @ApiOperation({
    summary:
      'Put money on the balance. Operator only. The same credit under the same idempotency_key again moves nothing.',
  })
  @ApiResponse({ status: 200, schema: ledgerSchema })
  @ConflictResponse()
  async addCredit(@Req() request: FastifyRequest, @Param('id') id: string, @Body() body: AddCredit) {
    const scope = scopeOf(request);
    const { id: organizationId } = await this.visible(scope, id);
    requireOperator(scope);
    const amount = readAmount(body.amount_usd);
    return presentLedgerEntry(
      await this.credits.add({
        organizationId,
        amount,
        note: body.note,
        idempotencyKey: body.idempotency_key,
      }),
    );
  }

  @Get('organizations/:id/ledger')
  @ApiOperation({
    summary: 'Every movement of money, newest first, with filters.',
    description: 'As CSV it is everything that passes the filters, unless `limit` is given.',
  })
  @ApiListOrCsv(pageOf(ledgerSchema))
  async ledger(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Query() query: LedgerQuery,
  ) {
    const { id: organizationId } = await this.visible(scopeOf(request), id);
    checkCursors(query, 'led');
    const { kind, reference, after, before, limit = PAGE } = query;
    const filters = { kind, reference, ...readPeriod(query) };
    if (wantsCsv(query.format, request.headers.accept)) {
      const lines = ledgerLines(this.reports, organizationId, filters, { after, limit: query.limit });
      return sendCsv(reply, `ledger-${organizationId}`, lines);
    }
    const rows = await this.reports.ledger(organizationId, filters, { limit: limit + 1, after, before });
    return pageOfRows(rows.map(presentLedgerEntry), { limit, before });
  }

  @Post('organizations/:id/admin-tokens')
  @HttpCode(200)
  @ApiOperation({ summary: 'Create an admin token of the organization. `token` is shown only now.' })
  @ApiResponse({ status: 200, schema: createdTokenSchema })
  async createToken(@Req() request: FastifyRequest, @Param('id') id: string, @Body() { name }: CreateNamed) {
    const { id: organizationId } = await this.visible(scopeOf(request), id);
    const { entity, token } = await this.tokens.create({ organizationId, name });
    return { ...presentAdminToken(entity), token };
  }

  @Get('organizations/:id/admin-tokens')
  @ApiOperation({ summary: 'Admin tokens of the organization, without the tokens themselves.' })
  @ApiResponse({ status: 200, schema: pageOf(adminTokenSchema) })
  async listTokens(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Query() { limit, after }: PageQuery,
  ) {
    const { id: organizationId } = await this.visible(scopeOf(request), id);
    checkAfter(after, 'atk');
    const rows = await this.tokens.list(organizationId, { limit: limit + 1, after });
    return toPage(rows.map(presentAdminToken), limit);
  }

  @Delete('admin-tokens/:id')
  @ApiOperation({ summary: 'Revoke an admin token.' })
  @ApiResponse({ status: 200, schema: deletedSchema })
  async revokeToken(@Req() request: FastifyRequest, @Param('id') id: string) {
    const token = await this.tokens.find(id);
    if (token === null || !sees(scopeOf(request), token.organizationId))
      throw new NotFoundError('admin token', id);
    await this.tokens.revoke(token.id);
    return { id: token.id, deleted: true };
  }

  private async answer(reply: FastifyReply, row: OrganizationEntity, query?: OrganizationQuery) {
    void reply.header('etag', organizationTag(row));
    return this.presented.one(row, query);
  }

  private async visible(scope: AdminScope, id: string): Promise<OrganizationEntity> {
    const organization = sees(scope, id) ? await this.organizations.find(id) : null;
    if (organization === null) throw new NotFoundError('organization', id);
    return organization;
  }

  private async page(scope: AdminScope, { limit, after }: PageQuery): Promise<Page<OrganizationEntity>> {
    if (scope.kind === 'operator')
      return toPage(await this.organizations.list({ limit: limit + 1, after }), limit);
    const own = await this.organizations.find(scope.organizationId);
    return cutPage(own === null ? [] : [own], { limit, after });
  }
}

function refuseOperatorFields(scope: AdminScope, body: ChangeOrganization): void {
  const operators = [body.pay_as_you_go, body.rate_limits, body.data_policy];
  if (scope.kind !== 'operator' && operators.some((value) => value !== undefined))
    throw new OperatorOnlyError();
}

function toFields(body: ChangeOrganization): OrganizationFields {
  const { enabled, threshold_usd, amount_usd } = body.auto_reload ?? {};
  return withoutAbsent({
    name: body.name,
    payAsYouGo: body.pay_as_you_go,
    rateLimits: body.rate_limits,
    zeroRetention: body.data_policy?.zero_retention,
    autoReload: body.auto_reload && { enabled, threshold_usd, amount_usd },
  });
}

function withoutAbsent<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
