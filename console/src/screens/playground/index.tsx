import { useIsOperator } from '../../api/use-is-operator.js';
import { Screen } from '../../ui/screen.js';
import type { ScreenProps } from '../../url/screen-props.js';
import { AnswerRegion } from './answer-region.js';
import { FaultsRegion } from './faults-region.js';
import './playground.css';
import { RequestForm } from './request-form.js';
import { ReceiptRegion } from './receipt-region.js';
import { text } from './text.js';
import { useChat, type Chat } from './use-chat.js';

/** Makes calls of the project, and shows for each what it cost and why its model was chosen. */
export default function PlaygroundScreen({ projectId }: ScreenProps) {
  const chat = useChat(projectId);
  const isOperator = useIsOperator();
  return (
    <Screen title={text.title}>
      <p class="soft">{text.intro}</p>
      <div class="playground">
        <div class="playground-request">
          <RequestForm projectId={projectId} chat={chat} />
          {isOperator && <FaultsRegion />}
        </div>
        <div class="playground-answer">
          <AnswerRegion chat={chat} />
          {hasReceipt(chat) && <ReceiptRegion projectId={projectId} chat={chat} />}
        </div>
      </div>
    </Screen>
  );
}

/** A call that was refused has none, as nothing was asked of a model. */
const hasReceipt = ({ state, callId, isRunning }: Chat): boolean =>
  !isRunning && (callId !== undefined || state === 'stopped');
