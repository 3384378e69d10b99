import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { Session } from '../api/session.js';
import { signOut } from '../api/sign-in.js';
import { messageOf } from '../api/api-error.js';
import { useShortcuts } from '../keys/use-shortcuts.js';
import { parsePath } from '../url/routes.js';
import { Alert } from '../ui/alert.js';
import { Button } from '../ui/button.js';
import { Navigation } from './navigation.js';
import { ScopePicker } from './scope-picker.js';
import { ScreenPlace } from './screen-place.js';
import { ShortcutsDialog } from './shortcuts-dialog.js';
import { text } from './text.js';
import { useScope } from './use-scope.js';

/** What is around each screen: where one is, whose things are shown, and the way out. */
export function Shell({ session }: { readonly session: Session }) {
  const [path] = useLocation();
  const route = parsePath(path);
  const scope = useScope(route, session);
  const [listsKeys, setListsKeys] = useState(false);
  const [, drawAgain] = useState(0);
  useShortcuts([{ key: '?', label: text.shortcuts, run: () => setListsKeys(true) }]);
  return (
    <div class="shell">
      <a class="skip" href="#content">
        {text.skip}
      </a>
      <header class="top">
        <span class="product">{text.product}</span>
        <ScopePicker scope={scope} route={route} onChosen={() => drawAgain((times) => times + 1)} />
        <SignOut />
      </header>
      <Navigation scope={scope} current={route?.screen} onListKeys={() => setListsKeys(true)} />
      <main id="content" tabIndex={-1}>
        <ScreenPlace route={route} path={path} scope={scope} />
      </main>
      {listsKeys && <ShortcutsDialog onClose={() => setListsKeys(false)} />}
    </div>
  );
}

function SignOut() {
  const [error, setError] = useState<string>();
  const leave = (): void => {
    signOut().catch((failure: unknown) => setError(messageOf(failure)));
  };
  return (
    <div class="sign-out">
      {error !== undefined && <Alert>{error}</Alert>}
      <Button kind="quiet" onClick={leave}>
        {text.signOut}
      </Button>
    </div>
  );
}
