import { Get, Req } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { UPSTREAM_IDS } from '../../catalog/catalog-model.js';
import { listOf, named, oneOfWords, orNull, shape, text, time } from '../../http/openapi/openapi-shapes.js';
import { AccountStates } from '../../upstreams/accounts/account-states.service.js';
import { AdminController } from '../admin-route.decorator.js';
import { requireOperator, scopeOf } from '../admin-scope.js';

const accountSchema = named(
  'ProviderAccount',
  shape({
    provider: oneOfWords(...UPSTREAM_IDS),
    name: text('default'),
    state: {
      ...oneOfWords('healthy', 'out', 'probing'),
      description:
        '`out`: other accounts are asked instead; `probing`: one call tries whether it is back. When all are out, the one that is back soonest is asked.',
    },
    out_until: { ...orNull(time), description: 'From then on one call at a time tries it.' },
    reason: orNull(oneOfWords('unauthorized', 'forbidden', 'out_of_quota', 'rate_limited', 'overloaded')),
    weight: { type: 'number', description: 'Its part of the calls, against the weights of the others.' },
  }),
);

@AdminController('status')
export class ProvidersController {
  constructor(private readonly states: AccountStates) {}

  @Get('providers')
  @ApiOperation({
    summary: "The service's accounts at the providers, and which of them are left out. Operator only.",
  })
  @ApiResponse({
    status: 200,
    schema: named('ProviderAccountList', shape({ object: oneOfWords('list'), data: listOf(accountSchema) })),
  })
  async list(@Req() request: FastifyRequest) {
    requireOperator(scopeOf(request));
    const data = (await this.states.list()).map(({ provider, name, state, outUntil, reason, weight }) => ({
      provider,
      name,
      state,
      out_until: outUntil?.toISOString() ?? null,
      reason: reason ?? null,
      weight,
    }));
    return { object: 'list', data };
  }
}
