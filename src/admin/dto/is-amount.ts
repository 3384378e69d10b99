import { registerDecorator } from 'class-validator';
import { amountFault } from '../read-amount.js';

/** An amount of money that `readAmount` takes. */
export function IsAmount(): PropertyDecorator {
  return (target, property) => {
    registerDecorator({
      name: 'isAmount',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => amountFault(value) === undefined,
        defaultMessage: (fault) => `$property must be ${amountFault(fault?.value) ?? 'an amount'}`,
      },
    });
  };
}
