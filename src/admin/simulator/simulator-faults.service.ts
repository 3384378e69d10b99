import { Inject, Injectable } from '@nestjs/common';
import { InvalidFaultPlanError, parseFaultPlan } from '../../lib/fault-plan.js';
import { GatewayError, InvalidRequestError } from '../../lib/gateway-error.js';
import { SECOND_MS } from '../../lib/durations.js';
import { SIMULATOR_ADDRESS, type SimulatorAddress } from '../../upstreams/simulator-address.js';

const ANSWER_WITHIN_MS = 5 * SECOND_MS;

class SimulatorOffError extends GatewayError {
  constructor() {
    super({
      status: 404,
      code: 'simulator_off',
      message:
        'The providers of this gateway are real ones. Start it with SIMULATOR=on to try how calls fail.',
    });
  }
}

class SimulatorAwayError extends GatewayError {
  constructor(cause: unknown) {
    super({
      status: 503,
      code: 'simulator_away',
      message: 'The simulated providers do not answer; they are started again in a moment. Try again.',
      headers: { 'retry-after': '1' },
      cause,
    });
  }
}

/** How the simulated providers fail, which run as a process of their own. */
@Injectable()
export class SimulatorFaults {
  constructor(@Inject(SIMULATOR_ADDRESS) private readonly simulator: SimulatorAddress) {}

  /** The plan in force. @throws SimulatorOffError (404), SimulatorAwayError (503) */
  async read(): Promise<string> {
    return this.ask({ method: 'GET' });
  }

  /** @throws InvalidRequestError (400), SimulatorOffError (404), SimulatorAwayError (503) */
  async replace(faults: string): Promise<string> {
    if (this.simulator.url === undefined) throw new SimulatorOffError();
    check(faults);
    return this.ask({ method: 'PUT', body: JSON.stringify({ faults }) });
  }

  private async ask(request: RequestInit): Promise<string> {
    if (this.simulator.url === undefined) throw new SimulatorOffError();
    try {
      const answer = await fetch(`${this.simulator.url}/faults`, {
        ...request,
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      if (!answer.ok) throw new Error(`the simulator answered ${answer.status}`);
      return ((await answer.json()) as { faults: string }).faults;
    } catch (error) {
      throw new SimulatorAwayError(error);
    }
  }
}

function check(faults: string): void {
  try {
    parseFaultPlan(faults);
  } catch (error) {
    if (!(error instanceof InvalidFaultPlanError)) throw error;
    throw new InvalidRequestError({ param: 'faults', message: `faults: ${error.message}`, cause: error });
  }
}
