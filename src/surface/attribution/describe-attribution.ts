import { applyDecorators } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';

/** What the OpenAPI document says of the headers that tell whom a call is for. */
export function DescribeAttribution({ of = 'the call' }: { of?: string } = {}): MethodDecorator {
  return applyDecorators(
    ApiHeader({
      name: 'x-svc-tags',
      required: false,
      description: `Up to 10 tags of ${of}, comma-separated, of 1 to 64 characters A-Z, a-z, 0-9 and _ . : / -. It goes to no provider.`,
    }),
    ApiHeader({
      name: 'x-svc-user',
      required: false,
      description: `The end user of ${of}, up to 256 characters; it wins over what the body says, and goes to no provider.`,
    }),
  );
}

/** The same with the session, where that decides nothing else. */
export function DescribeAttributionWithSession(of?: string): MethodDecorator {
  return applyDecorators(
    DescribeAttribution({ of }),
    ApiHeader({
      name: 'x-session-id',
      required: false,
      description: 'Kept as `session_id`, up to 200 characters.',
    }),
  );
}
