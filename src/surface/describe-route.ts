import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';

/** What the OpenAPI document says first of a route that an API key opens: its chapter, how the key is sent, what it is for. */
export function routesOf(tag: string): (summary: string, description: string) => MethodDecorator {
  return (summary, description) =>
    applyDecorators(
      ApiTags(tag),
      ApiSecurity('apiKey'),
      ApiSecurity('bearer'),
      ApiOperation({ summary, description }),
    );
}
