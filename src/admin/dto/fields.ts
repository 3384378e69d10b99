import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsString, Matches, MaxLength, MinLength, ValidateIf } from 'class-validator';

const NAME_MAX = 200;
/** No control characters, NUL first of all, and no lone surrogates: the database would keep all of those as the same one. */
export const READABLE = /^[^\p{Cc}\p{Cs}]*$/u;

/** Text that PostgreSQL can hold and a person can read. */
export function TextField({
  max = NAME_MAX,
  example,
  description,
  optional = false,
}: {
  max?: number;
  /** What Swagger UI fills in; none for a filter of a list, which would then find nothing. */
  example?: string;
  description?: string;
  optional?: boolean;
}): PropertyDecorator {
  const document = optional
    ? ApiPropertyOptional({ example, description, maxLength: max })
    : ApiProperty({ example, description, minLength: 1, maxLength: max });
  return applyDecorators(
    document,
    ...(optional ? [MayBeAbsent()] : []),
    IsString(),
    MinLength(1),
    MaxLength(max),
    Matches(READABLE, { message: '$property must not hold control characters or half a character' }),
  );
}

/** @param example what Swagger UI fills in; it takes true where none is given. */
export function FlagField(description: string, example?: boolean): PropertyDecorator {
  return applyDecorators(ApiPropertyOptional({ description, example }), MayBeAbsent(), IsBoolean());
}

/** Unlike the validator's own `IsOptional`, this lets no null pass: our columns take none. */
export function MayBeAbsent(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined);
}
