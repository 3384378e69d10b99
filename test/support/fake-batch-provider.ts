import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface MessageRequest {
  readonly custom_id: string;
  readonly params: Record<string, unknown>;
}

/** Ids are never used again, as at the real provider. */
let created = 0;

interface MessageBatch {
  readonly id: string;
  readonly requests: readonly MessageRequest[];
  readonly createdAt: string;
  /** The key that it was created with: others do not see it. */
  readonly key: string;
  status: 'in_progress' | 'canceling' | 'ended';
}

/**
 * What the provider does with the next creates: an error's status (after a hook, if there is one), a lost answer, a lost
 * request, or a hook that runs before it answers.
 */
export type CreateFault =
  | { readonly status: number; readonly message: string; readonly hook?: () => Promise<void> }
  | 'drop'
  | 'lose'
  | (() => Promise<void>);

/**
 * Provider A's Message Batches on a real socket: batches run until the test ends them, and creates fail as the test says.
 * Whatever the path in front, `/v1/messages/batches` is served.
 */
export class FakeBatchProvider {
  readonly batches: MessageBatch[] = [];
  readonly createFaults: CreateFault[] = [];
  /** Of all requests, in order. */
  readonly keys: string[] = [];
  /** The answer to requests with a key. */
  readonly keyStatus = new Map<string, number>();
  /** Keys of one account see the same batches. */
  readonly sameAccount = new Map<string, string>();
  /** The result of each request, by its place in its batch; succeeded when it says nothing. */
  resultOf: (request: MessageRequest, index: number) => Record<string, unknown> | undefined = () => undefined;
  /** Connections break where results are read. */
  breaksResults = false;
  /** The answer to each read of results, and to each poll, instead of what was asked for. */
  resultsStatus: number | undefined;
  pollStatus: number | undefined;
  /** Run before the next polls are answered, each with the status that it says. */
  readonly pollHooks: (() => Promise<number | undefined>)[] = [];
  /** Members of the batch object instead of what they would be. */
  shownAs: object = {};
  /** The answer to each cancel instead of the batch. */
  cancelStatus: number | undefined;
  /** The whole file of results, whatever the requests were. */
  resultsFile: ((batch: MessageBatch) => string) | undefined;
  /** Runs before results are answered; one that never resolves lets them hang. */
  resultsHook: (() => Promise<void>) | undefined;
  creates = 0;
  cancels = 0;
  resultReads = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<FakeBatchProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const provider = new FakeBatchProvider(
      server,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    );
    server.on('request', (request, response) => void provider.answer(request, response));
    return provider;
  }

  /** All running batches end; canceled ones with what was canceled. */
  endAll(): void {
    for (const batch of this.batches) batch.status = 'ended';
  }

  reset(): void {
    this.batches.length = 0;
    this.createFaults.length = 0;
    this.keys.length = 0;
    this.keyStatus.clear();
    this.sameAccount.clear();
    this.resultOf = () => undefined;
    this.breaksResults = false;
    this.resultsStatus = undefined;
    this.pollStatus = undefined;
    this.pollHooks.length = 0;
    this.shownAs = {};
    this.cancelStatus = undefined;
    this.resultsFile = undefined;
    this.resultsHook = undefined;
    this.creates = 0;
    this.cancels = 0;
    this.resultReads = 0;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, id, action] =
      /\/v1\/messages\/batches(?:\/([^/?]+))?(?:\/([a-z]+))?/.exec(request.url ?? '') ?? [];
    const body = await buffer(request).catch(() => undefined);
    if (body === undefined) return;
    const key = String(request.headers['x-api-key']);
    this.keys.push(key);
    const refusal = this.keyStatus.get(key);
    if (refusal !== undefined) {
      const error = { type: 'authentication_error', message: `no to ${key}` };
      send(response, refusal, { type: 'error', error });
      return;
    }
    const account = this.sameAccount.get(key) ?? key;
    if (id === undefined)
      await this.answerAll(request.method === 'POST' ? { body, account } : undefined, account, response);
    else
      await this.answerOne(
        this.batches.find((batch) => batch.id === id && batch.key === account),
        action,
        response,
      );
  }

  private async answerAll(
    created: { body: Buffer; account: string } | undefined,
    account: string,
    response: ServerResponse,
  ): Promise<void> {
    if (created === undefined) this.list(account, response);
    else await this.create(created, response);
  }

  private async create(
    { body, account }: { body: Buffer; account: string },
    response: ServerResponse,
  ): Promise<void> {
    this.creates += 1;
    const fault = this.createFaults.shift();
    if (fault === 'lose') {
      response.destroy();
      return;
    }
    if (typeof fault === 'object') {
      await fault.hook?.();
      send(response, fault.status, {
        type: 'error',
        error: { type: 'invalid_request_error', message: fault.message },
      });
      return;
    }
    const { requests } = JSON.parse(body.toString('utf8')) as { requests: MessageRequest[] };
    const batch: MessageBatch = {
      id: `msgbatch_fake_${(created += 1)}`,
      requests,
      createdAt: new Date().toISOString(),
      key: account,
      status: 'in_progress',
    };
    this.batches.push(batch);
    if (typeof fault === 'function') await fault();
    if (fault === 'drop') response.destroy();
    else send(response, 200, this.present(batch));
  }

  private list(account: string, response: ServerResponse): void {
    const own = this.batches.filter(({ key }) => key === account);
    const data = own.map((batch) => this.present(batch)).reverse();
    send(response, 200, { data, has_more: false, first_id: null, last_id: null });
  }

  private async answerOne(
    batch: MessageBatch | undefined,
    action: string | undefined,
    response: ServerResponse,
  ): Promise<void> {
    if (batch === undefined) {
      send(response, 404, { type: 'error', error: { type: 'not_found_error', message: 'no' } });
      return;
    }
    const hooked = action === undefined ? await this.pollHooks.shift()?.() : undefined;
    const refusal = action === undefined ? (hooked ?? this.pollStatus) : undefined;
    if (refusal !== undefined) {
      send(response, refusal, { type: 'error', error: { type: 'api_error', message: 'no' } });
      return;
    }
    if (action === 'results') {
      await this.results(batch, response);
      return;
    }
    if (action === 'cancel') {
      this.cancels += 1;
      if (this.cancelStatus !== undefined) {
        send(response, this.cancelStatus, { type: 'error', error: { type: 'api_error', message: 'no' } });
        return;
      }
      if (batch.status === 'in_progress') batch.status = 'canceling';
    }
    send(response, 200, this.present(batch));
  }

  private async results(batch: MessageBatch, response: ServerResponse): Promise<void> {
    this.resultReads += 1;
    await this.resultsHook?.();
    if (this.resultsStatus !== undefined) {
      const error = { type: 'permission_error', message: 'The provider gives no results.' };
      send(response, this.resultsStatus, { type: 'error', error });
      return;
    }
    if (this.breaksResults) {
      response.destroy();
      return;
    }
    const lines = batch.requests.map((request, index) =>
      JSON.stringify({
        custom_id: request.custom_id,
        result: this.resultOf(request, index) ?? succeeded(request),
      }),
    );
    response.writeHead(200, { 'content-type': 'application/x-jsonl' });
    if (this.resultsFile !== undefined) {
      response.end(this.resultsFile(batch));
      return;
    }
    response.end(lines.map((line) => `${line}\n`).join(''));
  }

  private present(batch: MessageBatch): object {
    const isEnded = batch.status === 'ended';
    return {
      id: batch.id,
      type: 'message_batch',
      processing_status: batch.status,
      request_counts: {
        processing: isEnded ? 0 : batch.requests.length,
        succeeded: isEnded ? batch.requests.length : 0,
        errored: 0,
        canceled: 0,
        expired: 0,
      },
      created_at: batch.createdAt,
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      ended_at: isEnded ? new Date().toISOString() : null,
      cancel_initiated_at: null,
      archived_at: null,
      results_url: isEnded ? `${this.url}/v1/messages/batches/${batch.id}/results` : null,
      ...this.shownAs,
    };
  }
}

function succeeded({ params }: MessageRequest): Record<string, unknown> {
  return {
    type: 'succeeded',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: params['model'],
      content: [{ type: 'text', text: 'Hello.' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 1_000, output_tokens: 100 },
    },
  };
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
