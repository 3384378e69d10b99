import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsString, Matches, MaxLength, MinLength, ValidateIf } from 'class-validator';

const NAME_MAX = 200;

/** Text that PostgreSQL can hold and a person can read. */
export function TextField({
  max = NAME_MAX,
  example,
  optional = false,
}: {
  max?: number;
  example?: string;
  optional?: boolean;
}): PropertyDecorator {
  const document = optional
    ? ApiPropertyOptional({ example, maxLength: max })
    : ApiProperty({ example, minLength: 1, maxLength: max });
  return applyDecorators(
    document,
    ...(optional ? [MayBeAbsent()] : []),
    IsString(),
    MinLength(1),
    MaxLength(max),
    // Also refuses lone control characters, NUL first of all.
    Matches(/^\P{Cc}*$/u, { message: '$property must not hold control characters' }),
  );
}

export function FlagField(description: string): PropertyDecorator {
  return applyDecorators(ApiPropertyOptional({ description }), MayBeAbsent(), IsBoolean());
}

/** Unlike the validator's own `IsOptional`, this lets no null pass: our columns take none. */
export function MayBeAbsent(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}
