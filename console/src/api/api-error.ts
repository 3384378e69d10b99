export interface ApiErrorFields {
  /** 0 when nothing answered. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** The field at fault. */
  readonly param?: string | undefined;
  /** All that the API said, as `etag` of a 412. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** What the API answered instead of what was asked for, in its words. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly param: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;

  constructor({ status, code, message, param, details }: ApiErrorFields) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.param = param;
    this.details = details ?? {};
  }
}

/** The error of an answer in the API's envelope; any other body is named by its status alone. */
export function errorOfAnswer(status: number, body: string): ApiError {
  const error = envelopeOf(body);
  const { message, code, param } = error;
  return new ApiError({
    status,
    code: typeof code === 'string' ? code : 'unknown',
    message: typeof message === 'string' ? message : `The gateway answered with status ${status}.`,
    param: typeof param === 'string' ? param : undefined,
    details: error,
  });
}

function envelopeOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const { error } = JSON.parse(body) as { error?: unknown };
    return typeof error === 'object' && error !== null ? { ...error } : {};
  } catch {
    return {};
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

/** What the API said of single fields: of all that are at fault, where it told them apart. */
export function faultsOf(error: unknown): readonly FieldFault[] {
  if (!(error instanceof ApiError)) return [];
  const { details } = error.details;
  const told = Array.isArray(details) ? (details as unknown[]).filter(isFault) : [];
  if (told.length > 0) return told;
  return error.param === undefined ? [] : [{ field: error.param, message: error.message }];
}

function isFault(value: unknown): value is FieldFault {
  const { field, message } = (value ?? {}) as Partial<Record<keyof FieldFault, unknown>>;
  return typeof field === 'string' && typeof message === 'string';
}

const joined = (faults: readonly FieldFault[]): string | undefined =>
  faults.length === 0 ? undefined : faults.map(({ message }) => message).join(' ');

/** The message that belongs beside a field of a form. */
export const fieldError = (error: unknown, field: string): string | undefined =>
  joined(faultsOf(error).filter((fault) => fault.field === field));

/** The message that belongs above the form: what is of none of its fields. */
export function formError(error: unknown, fields: readonly string[]): string | undefined {
  if (error === null || error === undefined) return undefined;
  const faults = faultsOf(error);
  if (faults.length === 0) return messageOf(error);
  return joined(faults.filter(({ field }) => !fields.includes(field)));
}
