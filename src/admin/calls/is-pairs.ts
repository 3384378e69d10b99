import { registerDecorator } from 'class-validator';
import { isLongerThan } from '../../lib/is-longer-than.js';
import { storableText } from '../../lib/storable-text.js';

const MAX_PAIRS = 16;
const MAX_KEY = 64;
const MAX_VALUE = 512;

/** Pairs of metadata, each key once. */
export function IsPairs(): PropertyDecorator {
  return (target, property) => {
    registerDecorator({
      name: 'isPairs',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate: arePairs,
        defaultMessage: () =>
          `$property must be asked for as $property[key]=value, each key once, with up to ${MAX_PAIRS} keys of ${MAX_KEY} characters and values of ${MAX_VALUE}`,
      },
    });
  };
}

function arePairs(value: unknown): boolean {
  return Array.isArray(value) && value.length <= MAX_PAIRS && value.every(isPair);
}

function isPair(pair: unknown): boolean {
  if (!Array.isArray(pair)) return false;
  const [key, value] = pair as unknown[];
  return isText(key, MAX_KEY) && isText(value, MAX_VALUE);
}

function isText(value: unknown, max: number): boolean {
  return typeof value === 'string' && !isLongerThan(value, max) && storableText(value) === value;
}
