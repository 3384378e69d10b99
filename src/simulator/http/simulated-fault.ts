/** A refusal the simulated provider answers with; each provider puts it in its own envelope. */
export class SimulatedFault extends Error {
  readonly status: number;
  /** The provider's error type; undefined = the usual one for the status. */
  readonly type: string | undefined;
  readonly code: string | null;
  readonly param: string | null;
  /** Seconds, for the header. */
  readonly retryAfterS: number | undefined;

  constructor(fault: {
    status: number;
    message: string;
    type?: string;
    code?: string;
    param?: string;
    retryAfterS?: number;
  }) {
    super(fault.message);
    this.status = fault.status;
    this.type = fault.type;
    this.code = fault.code ?? null;
    this.param = fault.param ?? null;
    this.retryAfterS = fault.retryAfterS;
  }
}

/** A 400 with the words the caller needs to correct the request. */
export function invalidRequest(message: string, param?: string, code?: string): SimulatedFault {
  return new SimulatedFault({ status: 400, message, param, code });
}

export function notFound(message: string, code?: string): SimulatedFault {
  return new SimulatedFault({ status: 404, message, code });
}

/** What went wrong as a fault: a defect of the simulator itself is a 500 without details. */
export function toFault(error: unknown): SimulatedFault {
  if (error instanceof SimulatedFault) return error;
  return new SimulatedFault({ status: 500, message: 'The simulator failed to answer.' });
}
