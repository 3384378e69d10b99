import { Controller, HttpCode, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DocumentChatCall } from '../../completions/completions.openapi.js';
import { CHAT_CAP_BYTES, CompletionsService } from '../../completions/completions.service.js';
import { ConfigureRoute } from '../../rate-limits/route-config.js';
import { RateLimitGuard } from '../../rate-limits/rate-limit.guard.js';
import { AdminGuard } from '../admin.guard.js';
import { PlaygroundGuard } from './playground.guard.js';

/** Chat calls of people who look after a project. No interceptor of the management API is on them: they change nothing of it. */
@Controller('api/v1/admin')
@ApiTags('Management: playground')
@ApiSecurity('console')
@ApiSecurity('admin')
export class PlaygroundController {
  constructor(private readonly completions: CompletionsService) {}

  @Post('projects/:id/playground/chat/completions')
  @HttpCode(200)
  @ConfigureRoute({ capBytes: CHAT_CAP_BYTES, limit: 'inference' })
  @UseGuards(AdminGuard, PlaygroundGuard, RateLimitGuard)
  @ApiOperation({
    summary: 'A chat completion as a call of the project, made with an admin token.',
    description:
      'The ordinary call, with the limits, the bill and the call log of the project, under the key name `Console`. The first one makes that key; nobody holds it, and it cannot be revoked.',
  })
  @DocumentChatCall({ 401: 'invalid_admin_token', 404: 'not_found' })
  complete(
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
    @Param('id') _id: string,
  ): Promise<void> {
    return this.completions.complete(request, reply);
  }
}
