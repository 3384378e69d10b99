import { applyDecorators, HttpCode, UseGuards } from '@nestjs/common';
import { ApiKeyGuard } from '../auth/api-key.guard.js';
import { RateLimitGuard } from '../rate-limits/rate-limit.guard.js';
import { ConfigureRoute, type RouteConfig } from '../rate-limits/route-config.js';

/**
 * The one decorator of a route that an API key opens: key, then rate limit, both before the body is read, and 200 for POST.
 * The body is read by the handler with `config.capBytes`; the spend gate stands in the service, where the model is known.
 */
export function InferenceRoute(config: RouteConfig): MethodDecorator {
  return applyDecorators(ConfigureRoute(config), HttpCode(200), UseGuards(ApiKeyGuard, RateLimitGuard));
}
