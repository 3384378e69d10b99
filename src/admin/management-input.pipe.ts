import { ValidationPipe, type ArgumentMetadata, type ValidationError } from '@nestjs/common';
import { InvalidRequestError } from '../lib/gateway-error.js';
import { NotFoundError } from './admin-scope.js';
import { checkJsonBody, checkQueryNames, checkQuerySize } from './body/check-json-body.js';
import { findNestedPlace } from './nested-place.js';
import { pairQuery } from './pair-query.js';

/** Ids here are ours: what does not look like one exists nowhere, and PostgreSQL could not even hold a NUL. */
const OUR_ID = /^[a-z]{2,8}_[0-9a-z]{1,64}$/;
/** The one id that callers make: of a W3C trace. */
const TRACE_ID = /^[0-9a-f]{32}$/i;
/** Names that callers choose: their own rules say what is wrong with one. */
const ANYTHING = /^/;

const FORMS: Readonly<Record<string, RegExp>> = { trace_id: TRACE_ID, alias: ANYTHING, provider: ANYTHING };

/** Whatever a management request brings: ids in the path, the query, the body. One 400 lists every bad field. */
export class ManagementInputPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      stopAtFirstError: true,
      // Where a member belongs is found by the class of what it stands in.
      validationError: { target: true },
      exceptionFactory: toInvalidRequest,
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const idForm = FORMS[metadata.data ?? ''] ?? OUR_ID;
    if (metadata.type === 'param' && (typeof value !== 'string' || !idForm.test(value)))
      throw new NotFoundError('object', String(value));
    if (metadata.type === 'body') checkJsonBody(value);
    const given = metadata.type === 'query' ? readQuery(value as object) : value;
    return super.transform(given, metadata) as Promise<unknown>;
  }
}

function readQuery(query: object): object {
  checkQuerySize(query);
  const paired = pairQuery(query);
  checkQueryNames(paired);
  return paired;
}

interface FieldFault {
  readonly field: string;
  readonly message: string;
}

function toInvalidRequest(errors: ValidationError[]): InvalidRequestError {
  const faults = errors.flatMap((error) => faultsOf(error, ''));
  const message = faults.map((fault) => fault.message).join(' ');
  return new InvalidRequestError({ message, param: faults[0]?.field, extra: { details: faults } });
}

function faultsOf(error: ValidationError, path: string): FieldFault[] {
  const field = path === '' ? error.property : `${path}.${error.property}`;
  const own = Object.entries(error.constraints ?? {}).map(([rule, text]) => ({
    field,
    message: sentence({ error, field, rule, text }),
  }));
  return [...own, ...(error.children ?? []).flatMap((child) => faultsOf(child, field))];
}

/** The validator's words begin with the bare property; the caller wants the whole path. */
function sentence({
  error: { property, target },
  field,
  rule,
  text,
}: {
  error: ValidationError;
  field: string;
  rule: string;
  text: string;
}): string {
  if (rule === 'whitelistValidation') {
    const place = target && findNestedPlace(target, property);
    return `\`${field}\` is not a field here${place === undefined ? '' : `; it belongs under \`${place}\``}.`;
  }
  const rest = text.startsWith(`${property} `) ? text.slice(property.length + 1) : text;
  return `\`${field}\` ${rest}.`;
}
