import { registerDecorator } from 'class-validator';

const MAX_USD = 1_000_000_000;

/** A number of USD in whole cents, as a card can be charged, from `min` to 1,000,000,000. */
export function IsCents({ min }: { min: number }): PropertyDecorator {
  return (target, property) => {
    registerDecorator({
      name: 'isCents',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => isWholeCents(value) && value >= min && value <= MAX_USD,
        defaultMessage: () => `$property must be a number of ${min} to 1,000,000,000 in whole cents`,
      },
    });
  };
}

function isWholeCents(value: unknown): value is number {
  return typeof value === 'number' && Number(value.toFixed(2)) === value;
}
