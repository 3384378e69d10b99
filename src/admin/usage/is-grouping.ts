import { registerDecorator } from 'class-validator';
import { GROUPING_RULE, readGrouping } from './usage-groups.js';

/** One grouping of usage, or two with a comma between them. */
export function IsGrouping(): PropertyDecorator {
  return (target, property) => {
    registerDecorator({
      name: 'isGrouping',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => typeof value === 'string' && readGrouping(value) !== undefined,
        defaultMessage: () => `$property must be ${GROUPING_RULE}`,
      },
    });
  };
}
