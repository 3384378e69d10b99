import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { useIsOperator } from '../api/use-is-operator.js';
import { Button } from '../ui/button.js';
import { OPERATOR_SCREENS, pathOf, SCREENS, type Scope, type ScreenName } from '../url/routes.js';
import { text } from './text.js';

export interface NavigationProps {
  readonly scope: Scope;
  readonly current: ScreenName | undefined;
  readonly onListKeys: () => void;
}

/** All screens, always in the same order. Where there is no room, they are behind a button. */
export function Navigation({ scope, current, onListKeys }: NavigationProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isOperator = useIsOperator();
  const place = { scope, current, onFollow: () => setIsOpen(false) };
  return (
    <div class={isOpen ? 'navigation is-open' : 'navigation'}>
      <nav aria-label={text.product}>
        <button
          type="button"
          class="button button-plain menu"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {text.menu}
        </button>
        <ScreenLinks screens={SCREENS} {...place} />
      </nav>
      {isOperator && (
        <nav aria-label={text.operatorNav}>
          <ScreenLinks screens={OPERATOR_SCREENS} {...place} />
        </nav>
      )}
      <Button kind="quiet" onClick={onListKeys}>
        {text.keysHint}
      </Button>
    </div>
  );
}

interface ScreenLinksProps extends Pick<NavigationProps, 'scope' | 'current'> {
  readonly screens: readonly ScreenName[];
  readonly onFollow: () => void;
}

function ScreenLinks({ screens, scope, current, onFollow }: ScreenLinksProps) {
  return (
    <ul>
      {screens.map((screen) => (
        <li key={screen}>
          <Link
            href={pathOf(screen, scope)}
            aria-current={screen === current ? 'page' : undefined}
            onClick={onFollow}
          >
            {text.nav[screen]}
          </Link>
        </li>
      ))}
    </ul>
  );
}
