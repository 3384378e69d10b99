import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { registerDecorator } from 'class-validator';
import { isZone } from '../../lib/zones/zone-offset.js';
import { MayBeAbsent } from '../dto/fields.js';

/** Whose days and hours are meant. */
export function ZoneField(): PropertyDecorator {
  return applyDecorators(
    IsZone(),
    MayBeAbsent(),
    ApiPropertyOptional({
      type: String,
      default: 'UTC',
      description: 'The IANA time zone of days, hours and dates, as `Europe/Berlin` or `Asia/Kathmandu`.',
    }),
  );
}

function IsZone(): PropertyDecorator {
  return (target, property) => {
    registerDecorator({
      name: 'isZone',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => typeof value === 'string' && isZone(value),
        defaultMessage: (args) =>
          `$property must be a time zone of the IANA database, as \`Europe/Berlin\` or \`Asia/Kathmandu\`${hintAt(args?.value)}`,
      },
    });
  };
}

/** A plus in a URL is a blank. */
function hintAt(value: unknown): string {
  const meant = typeof value === 'string' ? value.replaceAll(' ', '+') : '';
  return meant !== value && isZone(meant)
    ? `; in a URL, \`${meant}\` is written \`${meant.replaceAll('+', '%2B')}\``
    : '';
}
