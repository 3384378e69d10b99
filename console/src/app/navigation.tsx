import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { Button } from '../ui/button.js';
import { pathOf, SCREENS, type Scope, type ScreenName } from '../url/routes.js';
import { text } from './text.js';

export interface NavigationProps {
  readonly scope: Scope;
  readonly current: ScreenName | undefined;
  readonly onListKeys: () => void;
}

/** All screens, always in the same order. Where there is no room, they are behind a button. */
export function Navigation({ scope, current, onListKeys }: NavigationProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <nav class={isOpen ? 'navigation is-open' : 'navigation'} aria-label={text.product}>
      <button
        type="button"
        class="button button-plain menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {text.menu}
      </button>
      <ul>
        {SCREENS.map((screen) => (
          <li key={screen}>
            <Link
              href={pathOf(screen, scope)}
              aria-current={screen === current ? 'page' : undefined}
              onClick={() => setIsOpen(false)}
            >
              {text.nav[screen]}
            </Link>
          </li>
        ))}
      </ul>
      <Button kind="quiet" onClick={onListKeys}>
        {text.keysHint}
      </Button>
    </nav>
  );
}
