import { readSettings } from '../../src/config/read-settings.js';
import { SystemClock } from '../../src/lib/clock.js';
import { AccountBatchProviders } from '../../src/upstreams/batches/account-batch-providers.js';
import { BatchAgents } from '../../src/upstreams/batches/http/batch-agents.js';
import { BatchHttp } from '../../src/upstreams/batches/http/batch-http.js';
import type {
  BatchProvider,
  PortionItems,
  PortionResult,
  PortionState,
} from '../../src/upstreams/batches/batch-provider.js';
import { LiveHostedItems } from '../../src/upstreams/batches/hosted-items.js';
import { ProviderAccounts } from '../../src/upstreams/accounts/provider-accounts.service.js';

/** The batch clients in front of a simulator or a scripted provider; they never wait before a retry, but note how long they would. */
export class BatchClients {
  readonly pauses: number[] = [];
  readonly providers: AccountBatchProviders;
  readonly hosted: LiveHostedItems;
  private readonly agents = new BatchAgents();

  constructor(url: string, nowMs: () => number = Date.now) {
    const http = new BatchHttp(this.agents.kept, this.agents.fresh, (milliseconds) => {
      this.pauses.push(milliseconds);
      return Promise.resolve();
    });
    const accounts = new ProviderAccounts(readSettings({}), { url }, new SystemClock());
    this.providers = new AccountBatchProviders(http, accounts, nowMs, {
      find: () => Promise.resolve(undefined),
    });
    this.hosted = new LiveHostedItems(http, accounts);
  }

  close(): Promise<void> {
    return this.agents.close();
  }
}

export interface Portion {
  readonly externalId: string;
  readonly portionId: string;
  readonly items: PortionItems;
}

/** All results by custom id. @throws Error when a request gets two. */
export async function resultsOf(
  provider: BatchProvider,
  { externalId, portionId, items }: Portion,
): Promise<Map<string, PortionResult>> {
  const results = new Map<string, PortionResult>();
  for await (const result of provider.results(externalId, portionId, items)) {
    if (results.has(result.customId)) throw new Error(`${result.customId} has two results`);
    results.set(result.customId, result);
  }
  return results;
}

/** Polls until the provider has ended; each poll of the simulator moves it on. */
export async function pollToEnd(provider: BatchProvider, externalId: string): Promise<PortionState> {
  for (;;) {
    const state = await provider.poll(externalId);
    if (state.status === 'ended') return state;
  }
}

/** The status of every result, by custom id. */
export function statusesOf(results: ReadonlyMap<string, PortionResult>): Record<string, string> {
  return Object.fromEntries([...results].map(([customId, { status }]) => [customId, status]));
}

/** The JSON of a response. */
export function responseOf(result: PortionResult | undefined): ReturnType<typeof JSON.parse> {
  return JSON.parse(String(result?.response));
}
