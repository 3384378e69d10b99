import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller-of.js';
import { presentCall } from '../billing/calls/present-call.js';
import { pendingHeaders } from '../http/pending-headers.js';
import { sendJson } from '../http/send-json.js';
import { InferenceRoute } from '../surface/inference-route.decorator.js';
import { DocumentOwnCall, DocumentOwnCredits, DocumentOwnKey } from './account.openapi.js';
import { AccountService } from './account.service.js';
import { presentCredits, presentOwnKey } from './present-account.js';

/** Free, and apart from the bucket of inference: asking for the balance must not cost a call. */
const ROUTE = { capBytes: 0, limit: 'decisions' } as const;

/** What the holder of an API key may look up. */
@Controller('api/v1')
export class AccountController {
  constructor(private readonly account: AccountService) {}

  @Get('key')
  @InferenceRoute(ROUTE)
  @DocumentOwnKey()
  async key(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    const owners = await this.account.ownersOf(caller);
    sendPrivately(reply, presentOwnKey(caller, owners, await this.account.limitOf(caller)));
  }

  @Get('credits')
  @InferenceRoute(ROUTE)
  @DocumentOwnCredits()
  async credits(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const caller = callerOf(request);
    sendPrivately(reply, presentCredits(await this.account.balanceOf(caller), caller));
  }

  @Get('calls/:id')
  @InferenceRoute(ROUTE)
  @DocumentOwnCall()
  async call(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') id: string,
  ): Promise<void> {
    sendPrivately(reply, presentCall(await this.account.call(callerOf(request), id)));
  }
}

function sendPrivately(reply: FastifyReply, value: object): void {
  pendingHeaders(reply)['cache-control'] = 'no-store';
  sendJson(reply, value);
}
