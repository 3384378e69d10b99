import { applyDecorators, Body, Delete, Get, Param, Put, Query, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { LedgerChecks } from '../../billing/ledger/ledger-checks.service.js';
import { CardsService } from '../../billing/payments/cards.service.js';
import { errorResponses } from '../../error-answers/openapi-errors.js';
import { AdminController } from '../admin-route.decorator.js';
import { NotFoundError } from '../admin-scope.js';
import { LedgerCheckQuery } from './ledger-check.dto.js';
import { SaveCard } from './save-card.dto.js';
import { ledgerCheckSchema } from './payment-schemas.js';
import { organizationSchema } from '../dto/response-schemas.js';
import { PresentOrganizations } from '../organizations/present-organizations.service.js';
import { presentLedgerCheck } from './present-payments.js';
import { VisibleOrganizations } from '../visible-organizations.service.js';

/** Beside what every route here refuses. */
const CardRefusals = (): MethodDecorator =>
  applyDecorators(
    ...errorResponses({ 402: 'card_declined', 503: 'database_unavailable, payment_unavailable' }),
  );

@AdminController('organizations')
export class PaymentsController {
  constructor(
    private readonly visible: VisibleOrganizations,
    private readonly present: PresentOrganizations,
    private readonly cards: CardsService,
    private readonly checks: LedgerChecks,
  ) {}

  @Put('organizations/:id/card')
  @ApiOperation({
    summary:
      'Save the card that auto reload and hourly charges use, or replace it. Answers the organization.',
    description:
      'In the sandbox: `pm_sandbox_ok`, `pm_sandbox_declined`. With Stripe: a payment method (`pm_…`) made with Stripe.js. The same card again ends the pause after a decline.',
  })
  @ApiResponse({ status: 200, schema: organizationSchema })
  @CardRefusals()
  async save(@Req() request: FastifyRequest, @Param('id') id: string, @Body() body: SaveCard) {
    const organization = await this.visible.get(request, id);
    await this.cards.save(organization.id, body.payment_method);
    return this.present.one(organization);
  }

  @Delete('organizations/:id/card')
  @ApiOperation({ summary: 'Remove the saved card. Answers the organization.' })
  @ApiResponse({ status: 200, schema: organizationSchema })
  async remove(@Req() request: FastifyRequest, @Param('id') id: string) {
    const organization = await this.visible.get(request, id);
    await this.cards.remove(organization.id);
    return this.present.one(organization);
  }

  @Get('organizations/:id/ledger/check')
  @ApiOperation({
    summary: 'Proof, from one snapshot, that the balance is the sum of the ledger and that holds add up.',
    description:
      'Sums of entries are carried, and what came since is read. With each check some of the carried entries are read again, longest ago first: all of them of an organization with up to 50,000.',
  })
  @ApiResponse({ status: 200, schema: ledgerCheckSchema })
  async check(@Req() request: FastifyRequest, @Param('id') id: string, @Query() query: LedgerCheckQuery) {
    const organization = await this.visible.get(request, id);
    const check = await this.checks.check(organization.id, query.full === 'true');
    if (check === undefined) throw new NotFoundError('organization', id);
    return presentLedgerCheck(check);
  }
}
