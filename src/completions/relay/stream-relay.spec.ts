import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import type { LiveCall } from '../../live-calls/live-call.js';
import type { StreamParts, StreamTap } from '../dialects/stream-parts.js';
import { StreamRelay } from './stream-relay.js';

const KEEP_ALIVE_MS = 15_000;

/** Lets everything pass; something is visible from the first byte on. */
class OpenTap implements StreamTap {
  readonly sawDone = false;
  readonly sawVisible: boolean = true;
  readonly outputBytes = 0;
  readonly finishReason = undefined;
  readonly errorEvent = undefined;
  readonly usage = undefined;
  readonly writtenId = undefined;
  push = (chunk: Buffer): Buffer => chunk;
  end = (): void => undefined;
  finish = (): Buffer => Buffer.from('end');
}

class HiddenTap extends OpenTap {
  override readonly sawVisible: boolean = false;
}

function relayOf(
  parts: Partial<StreamParts>,
  { ready, takesMore = true }: { readonly ready?: Promise<void>; readonly takesMore?: boolean } = {},
): { relay: StreamRelay; sent: string[]; resume: Mock } {
  const sent: string[] = [];
  const call = {
    write: (bytes: Buffer) => sent.push(bytes.toString()) > 0 && takesMore,
  } as unknown as LiveCall;
  const all: StreamParts = {
    translator: undefined,
    tap: new OpenTap(),
    edge: undefined,
    maxWaitingBytes: 100,
    keepAliveMs: undefined,
    responseId: undefined,
    tellsUsageOfFailure: false,
    webSearches: 0,
    readUsage: () => undefined,
    showUsage: () => ({}),
    renderError: () => Buffer.from('error'),
    renderErrorInstead: () => Buffer.from('instead'),
    ...parts,
  };
  const resume = vi.fn();
  const client = { sendHead: () => sent.push('head'), ready, resume, watch: undefined, sent: {} };
  return { relay: new StreamRelay(call, all, client), sent, resume };
}

describe('a stream whose client expects to hear something', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('says a comment after each time without a byte, until its end is next', () => {
    const { relay, sent } = relayOf({ keepAliveMs: KEEP_ALIVE_MS });
    relay.push(Buffer.from('one'));
    vi.advanceTimersByTime(KEEP_ALIVE_MS - 1);
    relay.push(Buffer.from('two'));
    vi.advanceTimersByTime(KEEP_ALIVE_MS - 1);
    expect(sent).toEqual(['head', 'one', 'two']);
    vi.advanceTimersByTime(KEEP_ALIVE_MS + 1);
    expect(sent.slice(3)).toEqual([': keep-alive\n\n', ': keep-alive\n\n']);
    relay.close();
    vi.advanceTimersByTime(10 * KEEP_ALIVE_MS);
    expect(sent).toHaveLength(5);
  });

  it.each([
    ['it is dropped', (relay: StreamRelay) => relay.drop()],
    [
      'it fails',
      (relay: StreamRelay) => relay.fail(new Error('x') as never, { cost: undefined, estimate: undefined }),
    ],
    ['its end is replaced', (relay: StreamRelay) => relay.failInstead([], new Error('x') as never)],
  ])('says nothing more once %s', (_what, end) => {
    const { relay, sent } = relayOf({ keepAliveMs: KEEP_ALIVE_MS });
    relay.push(Buffer.from('one'));
    end(relay);
    expect(vi.getTimerCount()).toBe(0);
    expect(sent).toEqual(['head', 'one']);
  });

  it('has no timer where nobody asked for comments', () => {
    const { relay } = relayOf({});
    relay.push(Buffer.from('one'));
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a stream whose head waits for something', () => {
  const PIECE = 'x'.repeat(40_000);

  it.each([
    ['goes on once that has come', true, 1],
    ['goes on when a slow client has taken what waited, and not before', false, 0],
  ])('leaves the rest with the upstream, and %s', async (_what, takesMore, resumed) => {
    let arrived = (): void => undefined;
    const ready = new Promise<void>((resolve) => (arrived = resolve));
    const { relay, sent, resume } = relayOf({}, { ready, takesMore });
    expect([relay.push(Buffer.from(PIECE)), relay.push(Buffer.from(PIECE))]).toEqual([true, false]);
    expect(sent).toEqual([]);
    expect(resume).not.toHaveBeenCalled();
    arrived();
    await ready;
    expect(sent).toEqual(['head', PIECE + PIECE]);
    expect(resume).toHaveBeenCalledTimes(resumed);
  });

  it('is paused by the bytes that it opens with, when the client does not take them', () => {
    const { relay } = relayOf({}, { takesMore: false });
    expect(relay.push(Buffer.from(PIECE))).toBe(false);
  });
});

describe('a stream that is told in another dialect', () => {
  it('goes through the edge last, its end too', () => {
    const edge = {
      push: (bytes: Buffer) => Buffer.from(`<${bytes.toString()}>`),
      end: () => Buffer.from('/'),
    };
    const { relay, sent } = relayOf({ edge });
    relay.push(Buffer.from('one'));
    expect(sent).toEqual(['head', '<one>']);
    expect(relay.finish({ cost: undefined, estimate: undefined }).join('')).toBe('<end>/');
  });

  it('passes what the edge answers in parts as it is, also where that waits, and its end too', () => {
    const large = 'x'.repeat(1_048_576);
    const rest = [large, 'c', 'd'];
    const more = (): Buffer | undefined => {
      const next = rest.shift();
      return next === undefined ? undefined : Buffer.from(next);
    };
    const edge = { push: (bytes: Buffer) => bytes, end: () => undefined };
    const { relay, sent } = relayOf({ edge, more, tap: new HiddenTap(), maxWaitingBytes: 2_000_000 });
    relay.push(Buffer.from('a'));
    expect(sent).toEqual([]);
    relay.open();
    expect(sent).toEqual(['head', 'a', large, 'cd']);
    rest.push('f', 'g');
    expect(relay.finish({ cost: undefined, estimate: undefined }).map(String)).toEqual(['end', 'f', 'g']);
  });
});
