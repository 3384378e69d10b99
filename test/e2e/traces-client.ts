import { randomBytes } from 'node:crypto';

export const newTraceId = (): string => randomBytes(16).toString('hex');
export const newSpanId = (): string => randomBytes(8).toString('hex');

export type JsonSpan = Record<string, unknown> & { traceId: string; spanId: string };

export const text = (key: string, value: string): object => ({ key, value: { stringValue: value } });
export const whole = (key: string, value: number | string): object => ({ key, value: { intValue: value } });

const NANO_PER_MS = 1_000_000n;

export function nano(ms: number, more = 0n): string {
  return (BigInt(ms) * NANO_PER_MS + more).toString();
}

/** A span of one second that began two seconds ago. */
export function aSpan(fields: Partial<JsonSpan> = {}): JsonSpan {
  const startMs = Date.now() - 2_000;
  return {
    traceId: newTraceId(),
    spanId: newSpanId(),
    name: 'work',
    kind: 1,
    startTimeUnixNano: nano(startMs),
    endTimeUnixNano: nano(startMs + 1_000),
    attributes: [],
    ...fields,
  };
}

export function requestOf(spans: readonly unknown[], service = 'shop'): object {
  const resource = { attributes: [text('service.name', service)] };
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'test', version: '1' }, spans }] }] };
}

export interface ExportAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly body: ReturnType<typeof JSON.parse>;
}

/** Sends exports with one key. */
export class TracesClient {
  constructor(
    private readonly url: string,
    private readonly apiKey: string,
  ) {}

  /** Spans of one service as JSON. */
  spans(spans: readonly unknown[], service?: string): Promise<ExportAnswer> {
    return this.send(JSON.stringify(requestOf(spans, service)));
  }

  async send(body: string | Buffer, headers: Record<string, string> = {}): Promise<ExportAnswer> {
    const answer = await fetch(`${this.url}/api/v1/traces`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.apiKey}`, 'content-type': 'application/json', ...headers },
      body: new Uint8Array(Buffer.from(body)),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    return {
      status: answer.status,
      headers: answer.headers,
      bytes,
      body: isJson ? JSON.parse(bytes.toString()) : undefined,
    };
  }
}
