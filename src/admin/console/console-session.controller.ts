import {
  applyDecorators,
  Body,
  Controller,
  Delete,
  HttpCode,
  Inject,
  Post,
  Req,
  Res,
  UseInterceptors,
  UsePipes,
} from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { IsString, MaxLength, MinLength } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ConsoleSessions, SESSION_LIFE_MS } from '../../auth/console/console-sessions.service.js';
import { SETTINGS } from '../../config/config.module.js';
import type { Settings } from '../../config/settings.js';
import { dialledBaseUrl } from '../../http/dialled-base-url.js';
import { errorResponses } from '../../error-answers/openapi-errors.js';
import { BODY_FORM_CODES } from '../../error-answers/refusal-codes.js';
import { flag, named, oneOfWords, orNull, shape, text, time } from '../../http/openapi/openapi-shapes.js';
import { JsonBodyInterceptor } from '../body/json-body.interceptor.js';
import { SECOND_MS } from '../../lib/durations.js';
import { GracefulStopInterceptor } from '../graceful-stop.interceptor.js';
import { ManagementInputPipe } from '../management-input.pipe.js';
import { ConsoleAccess } from './console-access.service.js';
import { sessionCookie } from './session-cookie.js';

const MAX_TOKEN = 256;

class SignIn {
  @ApiProperty({
    description:
      "The operator's token, one of an organization, or the secret of a sign-in link, which signs in once.",
    maxLength: MAX_TOKEN,
    example: 'svc_operator_…',
  })
  @MaxLength(MAX_TOKEN)
  @MinLength(1)
  @IsString()
  token!: string;
}

const sessionSchema = named(
  'ConsoleSession',
  shape({
    object: oneOfWords('console_session'),
    scope: oneOfWords('operator', 'organization'),
    organization_id: orNull(text('org_…')),
    expires_at: time,
  }),
);
const endedSchema = named(
  'EndedConsoleSession',
  shape({ object: oneOfWords('console_session'), deleted: flag }),
);
const Refusals = (): MethodDecorator =>
  applyDecorators(
    ...errorResponses({
      400: 'invalid_request, invalid_json, invalid_content_encoding',
      401: 'invalid_admin_token',
      403: 'cross_site, foreign_host',
      413: 'request_too_large',
      415: BODY_FORM_CODES,
      503: 'database_unavailable, shutting_down, body_memory_full',
    }),
  );

/** Signing in and out of the console: the browser keeps a secret that no script reads, and never the token. */
@Controller('api/v1/admin/console')
@UseInterceptors(JsonBodyInterceptor, GracefulStopInterceptor)
@UsePipes(new ManagementInputPipe())
@ApiTags('Management: console')
@ApiSecurity('console')
export class ConsoleSessionController {
  constructor(
    private readonly sessions: ConsoleSessions,
    private readonly access: ConsoleAccess,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post('session')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Sign in: sets the cookie of a session of eight hours.',
    description:
      'The cookie opens the management API to pages of this origin, which send `x-console: 1`; it ends with its token.',
  })
  @ApiResponse({
    status: 200,
    schema: sessionSchema,
    headers: { 'Set-Cookie': { schema: { type: 'string' } } },
  })
  @Refusals()
  async signIn(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Body() { token }: SignIn,
  ) {
    this.access.refuseOtherSites(request);
    const { secret, expiresAt, token: owner } = await this.sessions.start(token.trim());
    this.setCookie({ request, reply }, secret, SESSION_LIFE_MS / SECOND_MS);
    return {
      object: 'console_session',
      scope: owner === undefined ? 'operator' : 'organization',
      organization_id: owner?.organizationId ?? null,
      expires_at: expiresAt.toISOString(),
    };
  }

  @Delete('session')
  @ApiOperation({ summary: 'Sign out: the session of the cookie ends, if there is one.' })
  @ApiResponse({ status: 200, schema: endedSchema })
  @Refusals()
  async signOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const secret = this.access.secretOf(request);
    if (secret !== undefined) await this.sessions.end(secret);
    this.setCookie({ request, reply }, '', 0);
    return { object: 'console_session', deleted: true };
  }

  private setCookie(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    secret: string,
    seconds: number,
  ): void {
    const secure = dialledBaseUrl(request, this.settings).startsWith('https:');
    void reply
      .header('cache-control', 'no-store')
      .header('set-cookie', sessionCookie(secret, { secure, seconds }));
  }
}
