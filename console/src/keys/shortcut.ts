/** What of a keyboard event decides. */
export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly isComposing: boolean;
  readonly defaultPrevented: boolean;
  /** In something that takes text, or that has an own use for letters. */
  readonly isTyping: boolean;
  /** A dialog is open over everything. */
  readonly isInDialog: boolean;
}

export interface Shortcut {
  /** As `KeyboardEvent.key` says it: `j`, `Escape`, `?`. */
  readonly key: string;
  /** What it does, for the list. */
  readonly label: string;
  readonly run: () => void;
}

/** The shortcut that a press means: the one that was added last. `Ctrl`, `Cmd` and `Alt` stay the browser's. */
export function findShortcut(press: Press, shortcuts: readonly Shortcut[]): Shortcut | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing || press.defaultPrevented)
    return undefined;
  if (press.isTyping || press.isInDialog) return undefined;
  return shortcuts.findLast(({ key }) => key === press.key);
}

/** What `Enter` already means something on. */
const PRESSABLE = 'a[href],button,summary,input';
const TYPING =
  'input:not([type=checkbox],[type=radio],[type=button],[type=submit]),textarea,select,[contenteditable]';

export function pressOf(event: KeyboardEvent): Press {
  const { target, key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
  return {
    key,
    ctrlKey,
    metaKey,
    altKey,
    isComposing,
    defaultPrevented,
    isTyping:
      target instanceof Element &&
      target.closest(key === 'Enter' ? `${PRESSABLE},${TYPING}` : TYPING) !== null,
    isInDialog: document.querySelector('dialog[open]') !== null,
  };
}
