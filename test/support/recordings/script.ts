import type { OutgoingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';

/** One thing the fake provider does; a script's steps run in order. */
export type ScriptStep =
  | { readonly kind: 'head'; readonly status: number; readonly headers: OutgoingHttpHeaders }
  | { readonly kind: 'write'; readonly bytes: Buffer }
  | { readonly kind: 'gate'; readonly gate: Gate }
  | { readonly kind: 'end' }
  | { readonly kind: 'destroy' }
  | { readonly kind: 'hang' };

export interface Script {
  readonly steps: readonly ScriptStep[];
  /** The answer goes out while the request's body is still unread. */
  readonly answersBeforeBody: boolean;
}

/** A point in a script where the provider waits until the test lets it go on. */
export class Gate {
  /** Settles when the provider has come here. */
  readonly reached: Promise<void>;
  readonly opened: Promise<void>;
  readonly open: () => void;
  readonly reach: () => void;

  constructor() {
    let open = (): void => undefined;
    let reach = (): void => undefined;
    this.opened = new Promise((resolve) => (open = resolve));
    this.reached = new Promise((resolve) => (reach = resolve));
    this.open = open;
    this.reach = reach;
  }
}

export function gate(): Gate {
  return new Gate();
}

/** Steps in order: bytes and texts are written, gates are waited at. */
export function script(...steps: (ScriptStep | Gate | Buffer | string)[]): Script {
  return { steps: steps.map(toStep), answersBeforeBody: false };
}

/** The same script, but it starts before the request's body is read. */
export function beforeBody(late: Script): Script {
  return { ...late, answersBeforeBody: true };
}

export function head(status: number, headers: OutgoingHttpHeaders = {}): ScriptStep {
  return { kind: 'head', status, headers };
}

export const END: ScriptStep = { kind: 'end' };
/** Resets the connection, in mid body when something was written. */
export const DESTROY: ScriptStep = { kind: 'destroy' };
/** Holds the connection until the client goes or the provider is closed. */
export const HANG: ScriptStep = { kind: 'hang' };

/** A whole JSON answer; bytes go out as they are. */
export function jsonAnswer(
  body: unknown,
  options: { status?: number; headers?: OutgoingHttpHeaders } = {},
): Script {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const headers = { 'content-type': 'application/json', 'content-length': bytes.length, ...options.headers };
  return script(head(options.status ?? 200, headers), bytes, END);
}

/** A server-sent event stream; gates and `DESTROY` may stand between the bytes. */
export function streamAnswer(...parts: (Buffer | string | Gate | ScriptStep)[]): Script {
  return script(head(200, { 'content-type': 'text/event-stream; charset=utf-8' }), ...parts, END);
}

export function neverAnswer(): Script {
  return script(HANG);
}

/** Resets the connection before a single byte of answer. */
export function dropConnection(): Script {
  return script(DESTROY);
}

export function redirectTo(location: string, status = 302): Script {
  return script(head(status, { location, 'content-length': 0 }), END);
}

export function htmlAnswer(html: string, status = 502): Script {
  return script(
    head(status, { 'content-type': 'text/html', 'content-length': Buffer.byteLength(html) }),
    html,
    END,
  );
}

export function emptyAnswer(status = 200): Script {
  return script(head(status, { 'content-length': 0 }), END);
}

/** A gzip-encoded JSON answer, sent whether or not it was asked for. */
export function gzipAnswer(body: unknown, status = 200): Script {
  const plain = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  return jsonAnswer(gzipSync(plain), { status, headers: { 'content-encoding': 'gzip' } });
}

/** Declares more bytes than it sends, then ends the connection. */
export function truncatedAnswer(bytes: Buffer, missingBytes = 10): Script {
  const headers = {
    'content-type': 'application/json',
    'content-length': bytes.length + missingBytes,
    connection: 'close',
  };
  return script(head(200, headers), bytes, END);
}

/** The bytes in pieces of `size`; joined they are the same bytes. */
export function cutEvery(bytes: Buffer, size: number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += size) pieces.push(bytes.subarray(start, start + size));
  return pieces;
}

function toStep(step: ScriptStep | Gate | Buffer | string): ScriptStep {
  if (step instanceof Gate) return { kind: 'gate', gate: step };
  if (typeof step === 'string') return { kind: 'write', bytes: Buffer.from(step) };
  return Buffer.isBuffer(step) ? { kind: 'write', bytes: step } : step;
}
