import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, registerDecorator, ValidateIf } from 'class-validator';
import { LIMIT_PERIODS } from '../../projects/purse.js';
import { limitFault } from '../read-amount.js';

/** Unlike `MayBeAbsent` this lets null pass, which takes a bound away. */
export function MayBeNull(): PropertyDecorator {
  return ValidateIf((_object, value) => value !== undefined && value !== null);
}

export function LimitUsdField(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      oneOf: [{ type: 'number' }, { type: 'string' }],
      nullable: true,
      example: 25,
      description:
        'The most that may be spent in a period; a number or decimal text with at most 12 decimals. Null: no limit. What the period has spent already counts.',
    }),
    MayBeNull(),
    IsLimit(),
  );
}

export function LimitPeriodField(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({
      enum: LIMIT_PERIODS,
      nullable: true,
      example: 'month',
      description: 'By UTC; weeks begin on Monday. `total` never resets. Goes with `limit_usd`.',
    }),
    MayBeNull(),
    IsIn(LIMIT_PERIODS, { message: `$property must be one of ${LIMIT_PERIODS.join(', ')}` }),
  );
}

/** An amount that may be 0. */
export function IsLimit(): PropertyDecorator {
  return (target, property) => {
    registerDecorator({
      name: 'isLimit',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => limitFault(value) === undefined,
        defaultMessage: (fault) => `$property must be ${limitFault(fault?.value) ?? 'an amount'}`,
      },
    });
  };
}
