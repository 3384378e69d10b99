import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A payment as the fake keeps it, in Stripe's own shape. */
export interface FakeIntent {
  readonly id: string;
  readonly object: 'payment_intent';
  readonly amount: number;
  readonly amount_received: number;
  readonly currency: string;
  readonly customer: string;
  readonly payment_method: string;
  readonly created: number;
  readonly metadata: Record<string, string>;
  readonly status: string;
  readonly last_payment_error: { code: string; decline_code: string } | null;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

export interface StripeRequest {
  readonly method: string;
  readonly path: string;
  readonly form: URLSearchParams;
  readonly idempotencyKey: string | undefined;
  readonly authorization: string | undefined;
}

/** What happens to a request before (`refuse`, `drop`) or after (`lose`) it has its effect. */
export type Trouble = { kind: 'refuse'; status: number; type: string } | { kind: 'drop' } | { kind: 'lose' };

const SDK_TRIES = 2;
const CARD = { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2031 };
const KNOWN_METHODS = ['pm_card_visa', 'pm_card_mastercard', 'pm_card_chargeDeclined', 'pm_card_processing'];

/**
 * Stripe's HTTP API as far as we use it, on a real socket: customers, SetupIntents, PaymentIntents, detaching; idempotency keys
 * replay the first answer, errors have Stripe's shape. Nothing runs on timers.
 */
export class FakeStripe {
  readonly requests: StripeRequest[] = [];
  readonly intents: FakeIntent[] = [];
  /** Awaited between a charge and its answer, when it is set. */
  beforeAnswer: (() => Promise<void>) | undefined;
  private readonly answers = new Map<string, Answer>();
  private readonly troubles: Trouble[] = [];
  private hold: Promise<void> | undefined;
  private open: () => void = () => undefined;
  private sequence = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<FakeStripe> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const stripe = new FakeStripe(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => void stripe.answer(request, response));
    return stripe;
  }

  /** Payments that took money. */
  get paid(): FakeIntent[] {
    return this.intents.filter(({ status }) => status === 'succeeded');
  }

  /** The next attempt to charge meets this, with the tries that the SDK makes by itself after a broken connection. */
  trouble(trouble: Trouble): void {
    const tries = trouble.kind === 'refuse' ? 1 : SDK_TRIES;
    for (let count = 0; count < tries; count += 1) this.troubles.push(trouble);
  }

  /** Charges wait until `letChargesGo`. */
  holdCharges(): void {
    this.hold = new Promise((resolve) => (this.open = resolve));
  }

  letChargesGo(): void {
    this.open();
    this.hold = undefined;
  }

  /** Forgets what was asked and paid; answers under idempotency keys stay. */
  reset(): void {
    this.letChargesGo();
    this.requests.length = 0;
    this.intents.length = 0;
    this.troubles.length = 0;
  }

  /** Changes how a payment stands, as Stripe would later. */
  settle(id: string, status: string): FakeIntent {
    const position = this.intents.findIndex((intent) => intent.id === id);
    const intent = this.intents[position];
    if (intent === undefined) throw new Error(`no payment ${id}`);
    const settled = { ...intent, status, amount_received: status === 'succeeded' ? intent.amount : 0 };
    this.intents[position] = settled;
    return settled;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeAllConnections();
    await closed;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const [path = '', query = ''] = (request.url ?? '').split('?');
    const received: StripeRequest = {
      method: request.method ?? '',
      path,
      form: new URLSearchParams(request.method === 'GET' ? query : Buffer.concat(chunks).toString()),
      idempotencyKey: header(request, 'idempotency-key'),
      authorization: header(request, 'authorization'),
    };
    this.requests.push(received);
    const isCharge = received.method === 'POST' && path === '/v1/payment_intents';
    if (isCharge) await this.hold;
    const trouble = isCharge ? this.troubles.shift() : undefined;
    if (trouble?.kind === 'drop') response.destroy();
    else if (trouble?.kind === 'refuse')
      send(response, failure(trouble.status, { type: trouble.type, message: 'trouble' }));
    else {
      const answer = this.once(received);
      if (isCharge) await this.beforeAnswer?.();
      if (trouble?.kind === 'lose') response.destroy();
      else send(response, answer);
    }
  }

  /** The same key again is the same answer. */
  private once(request: StripeRequest): Answer {
    const key = request.idempotencyKey;
    const known = key === undefined ? undefined : this.answers.get(key);
    if (known !== undefined) return known;
    const answer = this.route(request);
    if (key !== undefined) this.answers.set(key, answer);
    return answer;
  }

  private route({ method, path, form }: StripeRequest): Answer {
    switch (`${method} ${path}`) {
      case 'POST /v1/customers':
        return ok({ id: this.id('cus'), object: 'customer' });
      case 'POST /v1/setup_intents':
        return saveMethod(form);
      case 'POST /v1/payment_intents':
        return this.charge(form);
      case 'GET /v1/payment_intents':
        return ok({
          object: 'list',
          has_more: false,
          data: this.intents.filter(({ customer }) => customer === form.get('customer')),
        });
      default:
        return path.endsWith('/detach')
          ? ok({ id: path.split('/')[3], object: 'payment_method' })
          : failure(404, { type: 'invalid_request_error', message: `Unrecognized request URL (${path})` });
    }
  }

  private charge(form: URLSearchParams): Answer {
    const method = form.get('payment_method') ?? '';
    const status =
      method === 'pm_card_chargeDeclined'
        ? 'requires_payment_method'
        : method === 'pm_card_processing'
          ? 'processing'
          : 'succeeded';
    const declined = { code: 'card_declined', decline_code: 'insufficient_funds' };
    const amount = Number(form.get('amount'));
    const intent: FakeIntent = {
      id: this.id('pi'),
      object: 'payment_intent',
      amount,
      amount_received: status === 'succeeded' ? amount : 0,
      currency: form.get('currency') ?? '',
      customer: form.get('customer') ?? '',
      payment_method: method,
      created: Math.floor(Date.now() / 1_000),
      metadata: metadataOf(form),
      status,
      last_payment_error: status === 'requires_payment_method' ? declined : null,
    };
    this.intents.push(intent);
    if (status !== 'requires_payment_method') return ok(intent);
    return failure(402, { type: 'card_error', ...declined, message: 'declined', payment_intent: intent });
  }

  private id(prefix: string): string {
    this.sequence += 1;
    return `${prefix}_fake${this.sequence}`;
  }
}

/** An event and its header, signed as Stripe signs. */
export function signedEvent(
  { type, object, id = 'evt_fake' }: { type: string; object: object; id?: string },
  { secret, timestamp = Math.floor(Date.now() / 1_000) }: { secret: string; timestamp?: number },
): { body: string; signature: string } {
  const body = JSON.stringify({ id, object: 'event', type, data: { object } });
  return { body, signature: signature(body, { secret, timestamp }) };
}

/** The `stripe-signature` of any bytes. */
export function signature(
  body: string,
  { secret, timestamp = Math.floor(Date.now() / 1_000) }: { secret: string; timestamp?: number },
): string {
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${digest}`;
}

function saveMethod(form: URLSearchParams): Answer {
  const method = form.get('payment_method') ?? '';
  if (method === 'pm_card_authenticationRequired')
    return ok({ id: 'seti_fake', object: 'setup_intent', status: 'requires_action', payment_method: method });
  if (method === 'pm_card_refused')
    return failure(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'lost_card',
      message: 'no',
    });
  if (!KNOWN_METHODS.includes(method))
    return failure(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: 'No such method',
    });
  return ok({
    id: 'seti_fake',
    object: 'setup_intent',
    status: 'succeeded',
    payment_method: { id: method, object: 'payment_method', card: CARD },
  });
}

function metadataOf(form: URLSearchParams): Record<string, string> {
  const entries = [...form].flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
    return key === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}

function ok(body: object): Answer {
  return { status: 200, body };
}

function failure(status: number, error: object): Answer {
  return { status, body: { error } };
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_fake' });
  response.end(JSON.stringify(body));
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
