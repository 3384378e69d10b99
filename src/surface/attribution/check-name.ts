import { InvalidRequestError } from '../../lib/gateway-error.js';
import { isLongerThan } from '../../lib/is-longer-than.js';

/**
 * A name that callers give to somebody or something, and that calls are found by. An empty one is none: unset variables would all
 * share it. PostgreSQL holds no NUL; half a character is kept as the sign that providers are sent in its place.
 * @throws InvalidRequestError (400)
 */
export function checkName(
  name: string | undefined,
  { param, max }: { readonly param: string; readonly max: number },
): string | undefined {
  if (name === undefined || name === '') return undefined;
  if (isLongerThan(name, max)) throw fault(param, `is longer than ${max} characters`);
  if (name.includes('\u0000')) throw fault(param, 'holds a NUL character');
  return name.toWellFormed();
}

function fault(param: string, problem: string): InvalidRequestError {
  return new InvalidRequestError({ param, message: `\`${param}\` ${problem}.` });
}
