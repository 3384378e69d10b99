import { activeShortcuts } from '../keys/use-shortcuts.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Facts } from '../ui/facts.js';
import { text } from './text.js';

const NAMES: Readonly<Record<string, string>> = { Escape: 'Esc' };

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={text.shortcutsTitle} onClose={onClose}>
      <Facts
        facts={activeShortcuts().map(({ key, label }) => [label, <kbd key={key}>{NAMES[key] ?? key}</kbd>])}
      />
      <div class="dialog-actions">
        <Button kind="primary" onClick={onClose}>
          OK
        </Button>
      </div>
    </Dialog>
  );
}
