import { InvalidRequestError } from '../lib/gateway-error.js';

/** The deepest body that a route here takes has four levels. */
const MAX_DEPTH = 8;

/**
 * What must hold before a body may be turned into a class: it is an object, it is not deep (the turning recurses), and no
 * member is named like something every object inherits (`__proto__`, `constructor`), which the turning would drop in silence.
 * @throws InvalidRequestError (400)
 */
export function checkJsonBody(body: unknown): void {
  if (!isObject(body) || Array.isArray(body))
    throw new InvalidRequestError({ message: 'The body must be a JSON object.' });
  let level: object[] = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= MAX_DEPTH)
      throw new InvalidRequestError({ message: `The body is nested deeper than ${MAX_DEPTH} levels.` });
    level = level.flatMap(objectsIn);
  }
}

function objectsIn(value: object): object[] {
  for (const name of Object.keys(value)) if (name in Object.prototype) throw inherited(name);
  return Object.values(value).filter(isObject);
}

function inherited(name: string): InvalidRequestError {
  return new InvalidRequestError({ param: name, message: `\`${name}\` is not a field here.` });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
