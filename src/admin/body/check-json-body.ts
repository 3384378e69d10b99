import { InvalidRequestError } from '../../lib/gateway-error.js';

/** The deepest body that a route here takes has four levels. */
const MAX_DEPTH = 8;
/** The largest body that a route here takes has some twenty; each one that is unknown costs its validation and a line in the answer. */
const MAX_MEMBERS = 100;
const SHOWN_NAME_LENGTH = 100;

/**
 * What must hold before a body may be turned into a class: it is an object, it is not deep (the turning recurses), it has not
 * more members than can be told about, and none is named like something every object inherits (`__proto__`, `constructor`),
 * which the turning would drop in silence.
 * @throws InvalidRequestError (400)
 */
export function checkJsonBody(body: unknown): void {
  if (!isObject(body) || Array.isArray(body))
    throw new InvalidRequestError({ message: 'The body must be a JSON object.' });
  let level: object[] = [body];
  let members = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= MAX_DEPTH)
      throw new InvalidRequestError({ message: `The body is nested deeper than ${MAX_DEPTH} levels.` });
    for (const value of level) members += Object.keys(value).length;
    if (members > MAX_MEMBERS)
      throw new InvalidRequestError({ message: `The body has more than ${MAX_MEMBERS} members.` });
    level = level.flatMap(objectsIn);
  }
}

/** The same for a query, which is flat. @throws InvalidRequestError (400) */
export function checkQuerySize(query: object): void {
  if (Object.keys(query).length > MAX_MEMBERS)
    throw new InvalidRequestError({ message: `The query has more than ${MAX_MEMBERS} parameters.` });
}

/** What a query names once the keys that are in its names are none of them. @throws InvalidRequestError (400) */
export function checkQueryNames(query: object): void {
  objectsIn(query);
}

function objectsIn(value: object): object[] {
  for (const name of Object.keys(value))
    if (name in Object.prototype || name.length > SHOWN_NAME_LENGTH) throw unknownField(name);
  return Object.values(value).filter(isObject);
}

function unknownField(name: string): InvalidRequestError {
  const shown = name.slice(0, SHOWN_NAME_LENGTH);
  return new InvalidRequestError({ param: shown, message: `\`${shown}\` is not a field here.` });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
