import {
  applyDecorators,
  Controller,
  UseGuards,
  UseInterceptors,
  UsePipes,
  ValidationPipe,
  type ValidationError,
} from '@nestjs/common';
import { ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { errorResponses } from '../http/envelopes/openapi-errors.js';
import { JsonBodyInterceptor } from '../http/json-body.interceptor.js';
import { InvalidRequestError } from '../lib/gateway-error.js';
import { AdminGuard } from './admin.guard.js';

/** A controller of the management API: token first, then the body, then its validation, whose 400 lists every bad field. */
export function AdminController(tag: string): ClassDecorator {
  return applyDecorators(
    Controller('api/v1/admin'),
    UseGuards(AdminGuard),
    UseInterceptors(JsonBodyInterceptor),
    UsePipes(
      new ValidationPipe({
        transform: true,
        whitelist: true,
        forbidNonWhitelisted: true,
        exceptionFactory: toInvalidRequest,
      }),
    ),
    ApiTags(`Management: ${tag}`),
    ApiSecurity('admin'),
    ...(errorResponses({
      400: 'invalid_request, invalid_json',
      401: 'invalid_admin_token',
      403: 'operator_only',
      404: 'not_found',
      413: 'request_too_large',
    }) as unknown as ClassDecorator[]),
    ApiResponse({
      status: 415,
      description: '`code`: unsupported_media_type, unsupported_content_encoding.',
    }),
  );
}

interface FieldFault {
  readonly field: string;
  readonly message: string;
}

function toInvalidRequest(errors: ValidationError[]): InvalidRequestError {
  const faults = errors.flatMap((error) => faultsOf(error, ''));
  const message = faults.map(({ message }) => message).join(' ');
  return new InvalidRequestError({ message, param: faults[0]?.field, extra: { details: faults } });
}

function faultsOf(error: ValidationError, path: string): FieldFault[] {
  const field = path === '' ? error.property : `${path}.${error.property}`;
  const own = Object.values(error.constraints ?? {}).map((message) => ({
    field,
    message: `\`${field}\`: ${message}.`,
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => faultsOf(child, field))];
}
