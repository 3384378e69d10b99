import { applyDecorators } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';

/** What the OpenAPI document says of the exact cache's header. */
export function DescribeCache(): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'x-svc-cache',
      required: false,
      description:
        'Off without it. A duration such as `10m`, at most `24h`: the same request of the same API key is answered from the cache with an answer that is no older, at no cost; else a whole answer is kept for so long. `no-store`: neither. Anything else is 400.',
      schema: { type: 'string', example: '10m' },
    }),
  );
}

/** Of answers that the cache was asked for. */
export const CACHE_HEADER = {
  'x-svc-cache': {
    description: 'Where the request asked for the exact cache: whether the answer is from there.',
    schema: { type: 'string' as const, enum: ['hit', 'miss'] },
  },
};
