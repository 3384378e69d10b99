import { registerDecorator } from 'class-validator';

const KINDS = new Set(['inference', 'decisions', 'traces', 'batch_submissions', 'batch_polls']);
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
          `it must be an object of ${[...KINDS].join(', ')} with {per_second, burst} (numbers above 0, burst a whole number) or "unlimited"`,
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
  return typeof value === 'number' && value > 0 && value <= MAX_RATE;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
