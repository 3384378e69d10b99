import { applyDecorators, Controller, UseGuards, UseInterceptors, UsePipes } from '@nestjs/common';
import { ApiSecurity, ApiTags } from '@nestjs/swagger';
import { errorResponses } from '../error-answers/openapi-errors.js';
import { BODY_FORM_CODES, BODY_TIME_CODES } from '../error-answers/refusal-codes.js';
import { JsonBodyInterceptor } from './body/json-body.interceptor.js';
import { AdminGuard } from './admin.guard.js';
import { AuditActorInterceptor } from './audit-actor.interceptor.js';
import { GracefulStopInterceptor } from './graceful-stop.interceptor.js';
import { ManagementInputPipe } from './management-input.pipe.js';

/** A controller of the management API: token first, then the body, then its validation, whose 400 lists every bad field. */
export function AdminController(tag: string): ClassDecorator {
  return applyDecorators(
    Controller('api/v1/admin'),
    UseGuards(AdminGuard),
    UseInterceptors(JsonBodyInterceptor, GracefulStopInterceptor, AuditActorInterceptor),
    UsePipes(new ManagementInputPipe()),
    ApiTags(`Management: ${tag}`),
    ApiSecurity('admin'),
    ApiSecurity('console'),
    ...(errorResponses({
      400: 'invalid_request, invalid_json, invalid_content_encoding',
      401: 'invalid_admin_token',
      403: 'operator_only',
      404: 'not_found',
      408: BODY_TIME_CODES,
      413: 'request_too_large',
      415: BODY_FORM_CODES,
      503: 'database_unavailable, shutting_down, body_memory_full',
    }) as unknown as ClassDecorator[]),
  );
}
