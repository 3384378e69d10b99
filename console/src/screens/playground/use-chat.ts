import { useEffect, useRef, useState } from 'preact/hooks';
import { startChat, type ChatBody } from '../../api/playground.js';
import { NO_ANSWER, withEvent, type AnswerSoFar } from './answer.js';
import { eventReader } from './read-events.js';

export type ChatState = 'idle' | 'waiting' | 'streaming' | 'ended' | 'stopped' | 'failed';

export interface Chat {
  readonly state: ChatState;
  readonly answer: AnswerSoFar;
  /** As soon as the headers are there. */
  readonly callId: string | undefined;
  readonly error: Error | undefined;
  readonly isRunning: boolean;
  readonly send: (body: ChatBody) => void;
  readonly stop: () => void;
}

interface Told {
  readonly state: ChatState;
  readonly answer: AnswerSoFar;
  readonly callId?: string | undefined;
  readonly error?: Error;
}

/** One call at a time. It ends with the screen: nobody would read what it costs. */
export function useChat(projectId: string): Chat {
  const [told, tell] = useState<Told>({ state: 'idle', answer: NO_ANSWER });
  const running = useRef<AbortController>();
  useEffect(() => () => running.current?.abort(), []);

  const run = async (body: ChatBody, leaving: AbortController): Promise<void> => {
    let so: Told = { state: 'waiting', answer: NO_ANSWER };
    const say = (changes: Partial<Told>): void => {
      so = { ...so, ...changes };
      if (running.current === leaving) tell(so);
    };
    say({});
    try {
      const response = await startChat(projectId, body, leaving.signal);
      say({ state: 'streaming', callId: response.headers.get('x-svc-call-id') ?? undefined });
      for await (const answer of answersOf(response)) say({ answer });
      say({ state: so.answer.error === undefined ? 'ended' : 'failed' });
    } catch (error) {
      if (leaving.signal.aborted) say({ state: 'stopped' });
      else say({ state: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
    } finally {
      if (running.current === leaving) running.current = undefined;
    }
  };
  return {
    answer: told.answer,
    state: told.state,
    callId: told.callId,
    error: told.error,
    isRunning: told.state === 'waiting' || told.state === 'streaming',
    send: (body) => {
      if (running.current !== undefined) return;
      running.current = new AbortController();
      void run(body, running.current);
    },
    stop: () => running.current?.abort(),
  };
}

/** The answer as it grows, once for each piece that the network gave. */
async function* answersOf({ body }: Response): AsyncGenerator<AnswerSoFar> {
  if (body === null) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const read = eventReader();
  let answer = NO_ANSWER;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    answer = read(piece.value).reduce(withEvent, answer);
    yield answer;
  }
}
