import { setTimeout as sleep } from 'node:timers/promises';
import { parseFaultPlan, type FaultAct, type FaultRule } from '../../lib/fault-plan.js';
import type { Exchange } from '../http/exchange.js';
import { SimulatedFault } from '../http/simulated-fault.js';
import { toRecord, type JsonRecord } from '../json-value.js';
import { chooseFault } from './choose-fault.js';

/** Of a key that the gateway makes for an account of its own; any other key is an account by itself. */
const GATEWAY_KEY = /^key-of-the-simulator(?:\.(.+))?$/;

/** How the simulated providers fail on wish. */
export class SimulatedFaults {
  private rules: readonly FaultRule[];

  constructor(
    private plan: string,
    private readonly random: () => number = Math.random,
  ) {
    this.rules = parseFaultPlan(plan);
  }

  /** The plan in force, as it was written. */
  get text(): string {
    return this.plan;
  }

  /** For the calls that begin from now on. @throws InvalidFaultPlanError */
  replace(plan: string): void {
    this.rules = parseFaultPlan(plan);
    this.plan = plan;
  }

  /** What becomes of a call when its body is there. @throws SimulatedFault for a status that the plan wants. */
  async meet(exchange: Exchange, labs: readonly string[], body: JsonRecord): Promise<void> {
    if (this.rules.length === 0) return;
    const target = { model: modelOf(body), labs, account: accountOf(exchange) };
    const act = chooseFault(this.rules, target, this.random);
    if (act !== undefined) await perform(act, exchange, labs);
  }
}

async function perform(act: FaultAct, exchange: Exchange, labs: readonly string[]): Promise<void> {
  switch (act.kind) {
    case 'delay':
      await sleep(act.delayMs, undefined, { signal: exchange.signal });
      return;
    case 'cut':
      exchange.cutAfter(act.events);
      return;
    case 'quota':
      throw labs.includes('provider_a')
        ? new SimulatedFault({
            status: 400,
            message: 'Your credit balance is too low to access the API. (simulated)',
          })
        : new SimulatedFault({
            status: 429,
            message: 'You exceeded your current quota. (simulated)',
            type: 'insufficient_quota',
            code: 'insufficient_quota',
          });
    case 'status': {
      const { status, retryAfterMs } = act;
      throw new SimulatedFault({
        status,
        message: `The simulated provider fails with ${status}, as it was told to.`,
        ...(status === 429 && { code: 'rate_limit_exceeded' }),
        ...(retryAfterMs !== undefined && { retryAfterS: Math.ceil(retryAfterMs / 1_000) }),
      });
    }
  }
}

/** Of a call, or of the first request of a batch. */
function modelOf(body: JsonRecord): string | undefined {
  const named = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  if (!Array.isArray(body.requests)) return named(body.model);
  return named(toRecord(toRecord(body.requests[0]).params).model);
}

function accountOf(exchange: Exchange): string {
  const bearer = /^Bearer (\S+)$/i.exec(exchange.header('authorization') ?? '')?.[1];
  const key = exchange.header('x-api-key') ?? bearer ?? '';
  const match = GATEWAY_KEY.exec(key);
  return match === null ? key : (match[1] ?? 'default');
}
