import { GatewayError } from '../../../lib/gateway-error.js';
import { SpansRefusedError } from '../trace-store.js';

/** The server of traces is away, or takes nothing at the moment. */
export class TracesUnavailableError extends GatewayError {
  constructor(cause: Error) {
    super({
      status: 503,
      code: 'traces_unavailable',
      message: 'The service cannot reach its store of traces at the moment. Try again.',
      headers: { 'retry-after': '1' },
      cause,
    });
  }
}

/** What ClickHouse calls its errors, by number: what was sent cannot be read, or does not fit. */
const DATA = new Set([6, 26, 27, 33, 38, 41, 53, 69, 72, 117, 131, 349, 367]);
/** A question that we put wrongly: unknown names, types that do not fit, syntax. */
const OURS = new Set([35, 36, 42, 43, 44, 46, 47, 48, 62, 115, 179, 184, 386, 456, 457]);
/** The tables are gone, or were never there. */
const NO_SCHEMA = new Set([60, 81]);

export type ClickHouseFault = 'data' | 'ours' | 'schema' | 'passing';

/** An error of the client's without a number never came from the server: it was not reached, or did not answer in time. */
export function judgeClickHouseError(error: unknown): ClickHouseFault {
  const code = codeOf(error);
  if (code === undefined) return 'passing';
  if (DATA.has(code)) return 'data';
  if (OURS.has(code)) return 'ours';
  return NO_SCHEMA.has(code) ? 'schema' : 'passing';
}

/** As callers of the store see it. What the server said may quote who asked, so only its number and name go on. */
export function toStoreError(error: unknown): Error {
  if (error instanceof GatewayError) return error;
  const fault = judgeClickHouseError(error);
  if (fault === 'ours') return error instanceof Error ? error : new Error('ClickHouse failed');
  const cause = new Error(`ClickHouse: ${nameOf(error)}`);
  return fault === 'data' ? new SpansRefusedError(cause) : new TracesUnavailableError(cause);
}

function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const code = Number(error.code);
  return Number.isInteger(code) ? code : undefined;
}

export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  const { code, type } = error as { code?: unknown; type?: unknown };
  const parts = [code, type].filter((part) => typeof part === 'string' && part !== '');
  return parts.length > 0 ? parts.join(' ') : 'no answer in time';
}
