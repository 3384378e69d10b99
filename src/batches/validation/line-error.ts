import { InvalidModelIdError, UnpricedModelError } from '../../catalog/ids/model-id-errors.js';
import { GatewayError } from '../../lib/gateway-error.js';
import type { ValidationError } from '../batch.entity.js';
import { UnknownBatchModelError } from '../submission/choose-batch-target.js';

/** One thing that is wrong with a file; 403 when the line asks for what its project does not allow. */
export interface LineFault extends ValidationError {
  readonly status: 400 | 403;
}

/** One line is wrong; the reader of the file collects these. */
export class LineError extends Error {
  constructor(readonly fault: LineFault) {
    super(fault.message);
    this.name = 'LineError';
  }
}

export interface LinePlace {
  /** From 1. */
  readonly line: number;
  readonly code: string;
  readonly param: string | null;
}

export function lineError({ line, code, param }: LinePlace, message: string): LineError {
  return new LineError({ status: 400, code, message, param, line });
}

/** An error about the body of a line, in the words of OpenAI's batches; any other than the caller's passes as it is. */
export function asLineError(error: unknown, line: number): unknown {
  if (!(error instanceof GatewayError) || (error.status !== 400 && error.status !== 403)) return error;
  const { status, message } = error;
  const param = error.param === undefined ? 'body' : `body.${error.param}`;
  return new LineError({
    status,
    code: codeOf(error),
    message: placed(error, param) ?? message,
    param,
    line,
  });
}

function codeOf(error: GatewayError): string {
  const isUnknown =
    error instanceof InvalidModelIdError ||
    error instanceof UnpricedModelError ||
    error instanceof UnknownBatchModelError;
  return isUnknown ? 'model_not_found' : error.code;
}

/** The message with the place in the line where it named the place in the body. */
function placed({ message, param: name }: GatewayError, param: string): string | undefined {
  const written = `\`${name}\``;
  return name !== undefined && message.includes(written)
    ? message.replace(written, `\`${param}\``)
    : undefined;
}
