import { registerDecorator } from 'class-validator';
import { readRetentionMs } from '../../projects/content-setting.js';

/** How long contents are kept: `12h`, `7d`. */
export function IsRetention(): PropertyDecorator {
  return (target, property) => {
    registerDecorator({
      name: 'isRetention',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => typeof value === 'string' && readRetentionMs(value) !== undefined,
        defaultMessage: () => '$property must be a duration from 1h to 90d, such as 12h or 7d',
      },
    });
  };
}
