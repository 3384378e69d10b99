import { Alert } from '../../ui/alert.js';
import { CodeText } from '../../ui/code-text.js';
import { Region } from '../../ui/region.js';
import { text } from './text.js';
import type { Chat, ChatState } from './use-chat.js';

const STATES: Readonly<Record<ChatState, string>> = {
  idle: '',
  waiting: text.waiting,
  streaming: text.streaming,
  ended: text.ended,
  stopped: text.stopped,
  failed: text.failed,
};

/** Said as text, whatever the model wrote. */
export function AnswerRegion({ chat: { state, answer, isRunning } }: { readonly chat: Chat }) {
  return (
    <Region title={text.answer}>
      {state === 'idle' && <p class="soft">{text.answerPlace}</p>}
      {answer.reasoning !== '' && (
        <details>
          <summary>{text.thinking}</summary>
          <CodeText label={text.thinking}>{answer.reasoning}</CodeText>
        </details>
      )}
      {answer.text !== '' && (
        <div class="answer-text" aria-busy={isRunning}>
          <CodeText label={text.answerText}>{answer.text}</CodeText>
        </div>
      )}
      {answer.text === '' && state === 'ended' && <p class="soft">{text.nothing}</p>}
      {answer.error !== undefined && <Alert>{answer.error}</Alert>}
      <p role="status" class="soft">
        {STATES[state]}{' '}
        {answer.finish !== undefined && answer.finish !== 'stop' && text.finish(answer.finish)}
      </p>
    </Region>
  );
}
