import { registerDecorator } from 'class-validator';
import { readTime } from '../read-time.js';

/** A time that `readTime` takes. */
export function IsTime(): PropertyDecorator {
  return (target, property) => {
    registerDecorator({
      name: 'isTime',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => typeof value === 'string' && readTime(value) !== undefined,
        defaultMessage: () =>
          '$property must be an RFC 3339 time (2026-11-28T10:20:30Z) or date (2026-11-28)',
      },
    });
  };
}
