import {
  applyDecorators,
  Body,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AlertDelivery } from '../../alerts/delivery/alert-delivery.service.js';
import { AlertSecrets } from '../../alerts/settings/alert-secrets.service.js';
import { AlertSettings } from '../../alerts/settings/alert-settings.service.js';
import type { AlertSettingsEntity } from '../../alerts/settings/alert-settings.entity.js';
import { errorResponses } from '../../error-answers/openapi-errors.js';
import { alertsTag } from '../../alerts/settings/alerts-tag.js';
import { InvalidRequestError } from '../../lib/gateway-error.js';
import { parseUsd } from '../../lib/money.js';
import { AdminController } from '../admin-route.decorator.js';
import { NotFoundError } from '../admin-scope.js';
import { PageQuery } from '../dto/queries.dto.js';
import { pageOf } from '../dto/response-schemas.js';
import { readIfMatch } from '../if-match.js';
import { MayExpectState, TaggedAnswer } from '../may-expect-state.decorator.js';
import { toPage } from '../page.js';
import { VisibleOrganizations } from '../visible-organizations.service.js';
import {
  alertDeliverySchema,
  alertsDeletedSchema,
  alertSecretSchema,
  alertsSchema,
} from './alert-schemas.js';
import { presentAlerts, presentDelivery } from './present-alerts.js';
import { PutAlerts } from './put-alerts.dto.js';

const EMPTY_BODY = {
  required: false,
  schema: { type: 'object', description: 'There is nothing to say in it.' },
} as const;
const DELIVERY_ID = /^alt_(\d{1,18})$/;

/** Beside what every route here refuses. */
const AlertRefusals = (): MethodDecorator =>
  applyDecorators(
    ...errorResponses({ 400: 'invalid_request, invalid_json, invalid_content_encoding, alert_url_refused' }),
  );

@AdminController('organizations')
export class AlertsController {
  constructor(
    private readonly visible: VisibleOrganizations,
    private readonly settings: AlertSettings,
    private readonly secrets: AlertSecrets,
    private readonly delivery: AlertDelivery,
  ) {}

  @Put('organizations/:id/alerts')
  @ApiOperation({
    summary: 'Where an organization is told of what, by signed posts.',
    description:
      'Each event is told once a window, within seconds: `limit_*` of a key or project once a period, `balance_below` again only after the balance was above, `card_declined` once until a card is taken or saved again, `provider_down` once an outage, `ledger_difference` once a day, the others once. Posts carry `x-svc-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">` under the secret of `…/alerts/secret`, and are tried again after 1, 5 and 30 minutes, 2, 6 and 12 hours.',
  })
  @TaggedAnswer(alertsSchema)
  @MayExpectState('alerts_changed')
  @AlertRefusals()
  async put(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
    @Body() body: PutAlerts,
  ) {
    const organization = await this.visible.get(request, id);
    const { url, events, balance_below_usd: below } = body;
    const balanceBelow = below === undefined || below === null ? undefined : parseUsd(String(below));
    const wishes = { url, events, balanceBelow };
    return answer(reply, await this.settings.put(organization.id, wishes, readIfMatch(request)));
  }

  @Get('organizations/:id/alerts')
  @ApiOperation({ summary: 'What an organization is told of, and where; 404 while it is told of nothing.' })
  @TaggedAnswer(alertsSchema)
  async read(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param('id') id: string,
  ) {
    return answer(reply, await this.standing(request, id));
  }

  @Delete('organizations/:id/alerts')
  @ApiOperation({ summary: 'Tell nothing any more, what still waits to be told included. The secret stays.' })
  @ApiResponse({ status: 200, schema: alertsDeletedSchema })
  @MayExpectState('alerts_changed')
  async remove(@Req() request: FastifyRequest, @Param('id') id: string) {
    const organization = await this.visible.get(request, id);
    if (!(await this.settings.remove(organization.id, readIfMatch(request)))) throw noAlerts(id);
    return { deleted: true };
  }

  @Post('organizations/:id/alerts/test')
  @HttpCode(200)
  @ApiOperation({ summary: 'Post an event `test` now, once; answers with what came of it.' })
  @ApiBody(EMPTY_BODY)
  @ApiResponse({ status: 200, schema: alertDeliverySchema })
  async test(@Req() request: FastifyRequest, @Param('id') id: string) {
    const { organizationId } = await this.standing(request, id);
    return presentDelivery(await this.delivery.test(organizationId));
  }

  @Get('organizations/:id/alerts/deliveries')
  @ApiOperation({ summary: 'What was posted, or is to be, newest first; kept for 30 days.' })
  @ApiResponse({ status: 200, schema: pageOf(alertDeliverySchema) })
  async deliveries(
    @Req() request: FastifyRequest,
    @Param('id') id: string,
    @Query() { limit, after }: PageQuery,
  ) {
    const organization = await this.visible.get(request, id);
    const rows = await this.delivery.page(organization.id, { limit: limit + 1, after: readAfter(after) });
    return toPage(rows.map(presentDelivery), limit);
  }

  @Get('organizations/:id/alerts/secret')
  @ApiOperation({ summary: "The secret that signs an organization's alerts; made when it is first read." })
  @ApiResponse({ status: 200, schema: alertSecretSchema })
  @applyDecorators(...errorResponses({ 500: 'signing_secret_unreadable' }))
  async secret(@Req() request: FastifyRequest, @Param('id') id: string) {
    const organization = await this.visible.get(request, id);
    return { secret: await this.secrets.get(organization.id) };
  }

  @Post('organizations/:id/alerts/secret/rotate')
  @HttpCode(200)
  @ApiOperation({ summary: 'Make a new secret for alerts; the old one signs nothing from now on.' })
  @ApiBody(EMPTY_BODY)
  @ApiResponse({ status: 200, schema: alertSecretSchema })
  async rotate(@Req() request: FastifyRequest, @Param('id') id: string) {
    const organization = await this.visible.get(request, id);
    return { secret: await this.secrets.rotate(organization.id) };
  }

  private async standing(request: FastifyRequest, id: string): Promise<AlertSettingsEntity> {
    const organization = await this.visible.get(request, id);
    const settings = await this.settings.find(organization.id);
    if (settings === null) throw noAlerts(id);
    return settings;
  }
}

function answer(reply: FastifyReply, row: AlertSettingsEntity) {
  void reply.header('etag', alertsTag(row.organizationId, row));
  return presentAlerts(row);
}

function noAlerts(id: string): NotFoundError {
  return new NotFoundError('set of alerts of the organization', id);
}

/** @throws InvalidRequestError (400) */
function readAfter(after: string | undefined): string | undefined {
  if (after === undefined) return undefined;
  const sequence = DELIVERY_ID.exec(after)?.[1];
  if (sequence !== undefined) return sequence;
  throw new InvalidRequestError({
    param: 'after',
    message: '`after` must be the `last_id` of a page of this list.',
  });
}
