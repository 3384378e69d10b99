import { PaymentUnavailableError } from '../../billing/payments/payment-errors.js';
import { GatewayError } from '../../lib/gateway-error.js';
import { ProviderNotConfiguredError } from '../../upstreams/accounts/provider-accounts.service.js';
import type { ValidationError } from '../batch.entity.js';
import { BatchCapacityError } from '../submission/submission-error.js';
import type { LineFault } from './line-error.js';

/** A file asks for what its project does not allow: at every door that is an answer, and no batch. */
export class ForbiddenLinesError extends GatewayError {
  constructor(faults: readonly [LineFault, ...LineFault[]]) {
    const [first] = faults;
    super({
      status: 403,
      code: first.code,
      param: first.param ?? undefined,
      message: `Line ${first.line} of the input file: ${first.message}`,
      extra: { details: faults.map(withoutStatus) },
    });
  }
}

export function withoutStatus({ code, message, param, line }: LineFault): ValidationError {
  return { code, message, param, line };
}

/** What is wrong with the whole file, or with the moment. */
export function wholeFileError({ code, message, param }: GatewayError): ValidationError {
  return { code, message, param: param ?? null, line: null };
}

const DECIDED_STATUSES: ReadonlySet<number> = new Set([401, 402, 403]);

/** Whether an error says that there will be no batch; any other may pass, and the file is read again. */
export function isRefusal(error: unknown): error is GatewayError {
  if (!(error instanceof GatewayError)) return false;
  return (
    DECIDED_STATUSES.has(error.status) ||
    error instanceof BatchCapacityError ||
    error instanceof ProviderNotConfiguredError ||
    error instanceof PaymentUnavailableError
  );
}
