import { applyDecorators, Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { errorResponses } from '../../error-answers/openapi-errors.js';
import { BODY_TIME_CODES } from '../../error-answers/refusal-codes.js';
import { RequestBodies } from '../../http/bodies/request-bodies.service.js';
import { GatewayError } from '../../lib/gateway-error.js';
import { StripeEvents } from './stripe-events.service.js';

export class WebhooksNotConfiguredError extends GatewayError {
  constructor() {
    super({
      status: 404,
      code: 'webhooks_not_configured',
      message: 'Posts of Stripe are taken only with PAYMENTS=stripe and a STRIPE_WEBHOOK_SECRET.',
    });
  }
}

const CAP_BYTES = 1_048_576;

const DocumentWebhook = (): MethodDecorator =>
  applyDecorators(
    ApiTags('Webhooks'),
    ApiSecurity('stripeSignature'),
    ApiOperation({
      summary: 'Events of Stripe about payments',
      description:
        'Signed by Stripe under `STRIPE_WEBHOOK_SECRET`; a signature older than five minutes is refused. The same event again changes nothing. Events that are of no interest are taken and ignored.',
    }),
    ApiBody({ schema: { type: 'object', additionalProperties: true } }),
    ApiResponse({
      status: 200,
      schema: { type: 'object', required: ['received'], properties: { received: { type: 'boolean' } } },
    }),
    ...errorResponses({
      400: 'invalid_request, invalid_content_encoding',
      401: 'invalid_webhook_signature',
      404: 'webhooks_not_configured',
      408: BODY_TIME_CODES,
      413: 'request_too_large',
      415: 'unsupported_content_encoding',
      503: 'database_unavailable, body_memory_full',
    }),
  );

@Controller('api/v1/webhooks')
export class StripeWebhookController {
  constructor(
    private readonly events: StripeEvents,
    private readonly bodies: RequestBodies,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post('stripe')
  @HttpCode(200)
  @DocumentWebhook()
  async receive(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ received: true }> {
    const { payments, stripe } = this.settings;
    if (payments !== 'stripe' || stripe.webhookSecret === undefined) throw new WebhooksNotConfiguredError();
    const bytes = await this.bodies.read(request.raw, reply.raw, { capBytes: CAP_BYTES, holder: 'webhooks' });
    const signature = request.headers['stripe-signature'];
    const { readStripeEvent } = await import('./stripe-event.js');
    const event = readStripeEvent(bytes, {
      signature: Array.isArray(signature) ? signature[0] : signature,
      secret: stripe.webhookSecret,
    });
    await this.events.apply(event);
    return { received: true };
  }
}
