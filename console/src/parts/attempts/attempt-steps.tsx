import type { Attempt } from '../../api/calls.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { providerName } from '../providers/provider-name.js';
import { attemptStory, type AttemptStep } from './attempt-story.js';
import './attempts.css';
import { text } from './text.js';

/** What was asked after what, and why, in words; nothing where one attempt on an account of the gateway was all. */
export function AttemptSteps({ attempts }: { readonly attempts: readonly Attempt[] }) {
  const story = attemptStory(attempts);
  if (story.length < 2 && story.every(({ isOwnKey }) => !isOwnKey)) return null;
  return (
    <ol class="attempt-steps" aria-label={text.title}>
      {story.map((step, index) => (
        <li key={index}>
          {reasonOf(step)}{' '}
          <strong>
            <ForeignText>{text.at(step.attempt.model, placeOf(step))}</ForeignText>
          </strong>
          , {text.verdicts[step.verdict]} {step.attempt.status >= 400 && text.status(step.attempt.status)}{' '}
          {step.isOwnKey && text.free}
        </li>
      ))}
    </ol>
  );
}

function reasonOf({ because }: AttemptStep): string {
  if (because === undefined) return text.first;
  return typeof because === 'string' ? text.because[because] : `${because.word}:`;
}

function placeOf({ attempt: { provider, account }, isOwnKey }: AttemptStep): string {
  const name = providerName(provider);
  if (account === null) return name;
  return `${name} / ${isOwnKey ? text.ownKey : account}`;
}
