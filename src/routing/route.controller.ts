import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller-of.js';
import { noteRequestedModel } from '../error-answers/requested-model.js';
import { sendJson } from '../http/send-json.js';
import { CallBodies } from '../surface/call-bodies.service.js';
import { InferenceRoute } from '../surface/inference-route.decorator.js';
import { readNotingModel } from '../surface/read-noting-model.js';
import { DecisionService } from './decision/decision.service.js';
import { presentOutcome } from './decision/present-decision.js';
import { readRouteRequest } from './question/route-request.js';
import { DocumentRoute } from './route.openapi.js';

const ROUTE_CAP_BYTES = 131_072;

@Controller('api/v1')
export class RouteController {
  constructor(
    private readonly decisions: DecisionService,
    private readonly bodies: CallBodies,
  ) {}

  /** Decides and executes nothing: no spend gate stands before it. */
  @Post('route')
  @InferenceRoute({ capBytes: ROUTE_CAP_BYTES, limit: 'decisions' })
  @DocumentRoute()
  async decide(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const body = await this.bodies.read(request, reply, { capBytes: ROUTE_CAP_BYTES });
    const asked = readNotingModel(request, body, () => readRouteRequest(body));
    noteRequestedModel(request, asked.modelText);
    const outcome = await this.decisions.decide(callerOf(request), asked);
    sendJson(reply, presentOutcome(outcome));
  }
}
