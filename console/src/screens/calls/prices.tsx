import { useState } from 'preact/hooks';
import type { Attempt, Call } from '../../api/calls.js';
import { useModels } from '../../api/models.js';
import type { Model } from '../../api/types.js';
import { formatUsd } from '../../format/money.js';
import { formatCount } from '../../format/numbers.js';
import { Button } from '../../ui/button.js';
import { ForeignText } from '../../ui/foreign-text.js';
import { Loaded } from '../../ui/loaded.js';
import { priceAttempt } from './priced.js';
import { text } from './text.js';

/** Why it cost that: tokens at prices, asked for by whoever wants to know. */
export function Prices({ call }: { readonly call: Call }) {
  const [isShown, setIsShown] = useState(false);
  const read = useModels({ isNeeded: isShown });
  return (
    <>
      <div>
        <Button onClick={() => setIsShown(!isShown)}>{isShown ? text.hidePrices : text.showPrices}</Button>
      </div>
      {isShown && (
        <Loaded read={read}>
          {(models) => (
            <ul class="prices">
              {call.attempts.map((attempt, index) => (
                <li key={index}>
                  <PricedAttempt attempt={attempt} models={models} isBatch={call.surface === 'batch'} />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      )}
    </>
  );
}

interface PricedAttemptProps {
  readonly attempt: Attempt;
  readonly models: readonly Model[];
  readonly isBatch: boolean;
}

function PricedAttempt({ attempt, models, isBatch }: PricedAttemptProps) {
  const priced = priceAttempt(
    attempt,
    models.find(({ id }) => id === attempt.model),
    isBatch,
  );
  return (
    <>
      <ForeignText>{attempt.model}</ForeignText>
      {priced === undefined ? (
        <p>{text.noPrices}</p>
      ) : (
        <>
          {priced.lines.map(({ kind, tokens, perMillion, amount }) => (
            <p key={kind}>
              {text.priceLine(text.pricedKinds[kind], {
                tokens: formatCount(tokens),
                perMillion: formatUsd(perMillion),
                amount: formatUsd(amount),
              })}
            </p>
          ))}
          {priced.multiplier !== '1' && <p>{text.priceMultiplier(String(priced.multiplier))}</p>}
          <p>
            <strong>{formatUsd(priced.sum)}</strong> {priced.isCost ? text.priceIsCost : text.priceIsNotCost}
          </p>
        </>
      )}
    </>
  );
}
