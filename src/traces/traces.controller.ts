import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller-of.js';
import { sendBytes } from '../http/send-json.js';
import { InferenceRoute } from '../surface/inference-route.decorator.js';
import { encodeExportAnswer, PROTOBUF_TYPE } from '../wire/otlp/export-answer.js';
import { TRACES_CAP_BYTES, TraceIntake } from './trace-intake.service.js';
import { DocumentTraces } from './traces.openapi.js';

@Controller('api/v1/traces')
export class TracesController {
  constructor(private readonly intake: TraceIntake) {}

  @Post()
  @InferenceRoute({ capBytes: TRACES_CAP_BYTES, limit: 'traces' })
  @DocumentTraces()
  async export(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { format, outcome } = await this.intake.take(request.raw, callerOf(request));
    const contentType = format === 'json' ? 'application/json' : PROTOBUF_TYPE;
    sendBytes(reply, encodeExportAnswer(format, outcome), { contentType });
  }
}
