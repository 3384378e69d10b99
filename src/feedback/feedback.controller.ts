import { Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../auth/caller-of.js';
import { sendJson } from '../http/send-json.js';
import {
  FeedbackService,
  type Feedback,
  type FeedbackOutcome,
} from '../records/feedback/feedback.service.js';
import { CallBodies } from '../surface/call-bodies.service.js';
import { InferenceRoute } from '../surface/inference-route.decorator.js';
import { DocumentFeedback } from './feedback.openapi.js';
import { readFeedback } from './read-feedback.js';

/** A note of 2,000 characters, each escaped, and room. */
const CAP_BYTES = 32_768;

@Controller('api/v1/feedback')
export class FeedbackController {
  constructor(
    private readonly feedback: FeedbackService,
    private readonly bodies: CallBodies,
  ) {}

  @Post()
  @InferenceRoute({ capBytes: CAP_BYTES, limit: 'decisions' })
  @DocumentFeedback()
  async judge(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const feedback = readFeedback(await this.bodies.read(request, reply, { capBytes: CAP_BYTES }));
    const outcome = await this.feedback.judge(callerOf(request).projectId, feedback);
    sendJson(reply, present(feedback, outcome));
  }
}

function present({ callId, success }: Feedback, outcome: FeedbackOutcome): object {
  const answer = { object: 'feedback', call_id: callId, success, judged: outcome.judged };
  return outcome.judged
    ? { ...answer, group_id: outcome.groupId, model: outcome.model }
    : { ...answer, reason: outcome.reason };
}
