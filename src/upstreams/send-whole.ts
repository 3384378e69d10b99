import { ByteCollector } from '../lib/byte-collector.js';
import type { UpstreamHeaders, UpstreamRequest, UpstreamTransport } from './upstream-transport.js';

/** An upstream's answer read to its end, whatever its status. */
export interface WholeUpstreamAnswer {
  readonly status: number;
  readonly headers: UpstreamHeaders;
  readonly body: Buffer;
}

export interface SendWholeOptions {
  readonly transport: UpstreamTransport;
  readonly request: UpstreamRequest;
  /** From sending to the last byte. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Closes the connection. */
  readonly signal: AbortSignal;
}

/**
 * Sends a request of the service's own, behind which no live call stands, and reads the whole answer.
 * Rejects when the connection fails, the time is up, the answer is too large, or the signal aborts.
 */
export function sendWhole(options: SendWholeOptions): Promise<WholeUpstreamAnswer> {
  const { transport, request, timeoutMs, maxBytes, signal } = options;
  const stop = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  return new Promise((resolve, reject) => {
    if (stop.aborted) {
      reject(reasonOf(stop));
      return;
    }
    const body = new ByteCollector(undefined);
    let status = 0;
    let headers: UpstreamHeaders = {};
    const exchange = transport.send(request, {
      onHead: (code, fields) => {
        status = code;
        headers = fields;
      },
      onData: (chunk) => {
        if (body.length + chunk.length <= maxBytes) body.add(chunk);
        else exchange.abort(new Error(`the answer is larger than ${maxBytes} bytes`));
        return true;
      },
      onEnd: () => {
        stop.removeEventListener('abort', onStop);
        resolve({ status, headers, body: body.take() });
      },
      onError: (error) => {
        stop.removeEventListener('abort', onStop);
        reject(error);
      },
    });
    const onStop = (): void => exchange.abort(reasonOf(stop));
    stop.addEventListener('abort', onStop, { once: true });
  });
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('stopped');
}
