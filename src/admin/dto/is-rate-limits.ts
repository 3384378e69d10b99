import { registerDecorator } from 'class-validator';

const KINDS = new Set(['inference', 'decisions', 'traces', 'batch_submissions', 'batch_polls']);
/** Slower than one in a quarter of an hour is no rate but a lock, and `Retry-After` would have to tell it. */
const MIN_RATE = 0.001;
const MAX_RATE = 1_000_000;

/** `{kind: {per_second, burst} | "unlimited"}`, of known kinds only. */
export function IsRateLimits(): PropertyDecorator {
  return (target, property) => {
    registerDecorator({
      name: 'isRateLimits',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: isRateLimits,
        defaultMessage: () =>
          `$property must be an object of ${[...KINDS].join(', ')} with {per_second, burst} (numbers of 0.001 to 1,000,000, burst a whole number) or "unlimited"`,
      },
    });
  };
}

export function isRateLimits(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).every(([kind, setting]) => KINDS.has(kind) && isSetting(setting));
}

function isSetting(setting: unknown): boolean {
  if (setting === 'unlimited') return true;
  if (!isObject(setting) || Object.keys(setting).length !== 2) return false;
  const { per_second: perSecond, burst } = setting;
  return isRate(perSecond) && isRate(burst) && Number.isInteger(burst) && burst >= 1;
}

function isRate(value: unknown): value is number {
  return typeof value === 'number' && value >= MIN_RATE && value <= MAX_RATE;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
