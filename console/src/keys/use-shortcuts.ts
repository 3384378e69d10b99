import { useEffect, useRef } from 'preact/hooks';
import { findShortcut, pressOf, type Shortcut } from './shortcut.js';

let active: readonly Shortcut[] = [];

/** Those that work now, for the list of `?`; of two on one key the later. */
export function activeShortcuts(): readonly Shortcut[] {
  return [...new Map(active.map((shortcut) => [shortcut.key, shortcut])).values()];
}

function onKeyDown(event: KeyboardEvent): void {
  const shortcut = findShortcut(pressOf(event), active);
  if (shortcut === undefined) return;
  event.preventDefault();
  shortcut.run();
}

/** Shortcuts that work while the component is there. The number and order of them stay the same. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  const names = shortcuts.map(({ key, label }) => `${key} ${label}`).join('\n');
  useEffect(() => {
    const own = latest.current.map((shortcut, index) => ({
      ...shortcut,
      run: () => latest.current[index]?.run(),
    }));
    if (active.length === 0) addEventListener('keydown', onKeyDown);
    active = [...active, ...own];
    return () => {
      active = active.filter((shortcut) => !own.includes(shortcut));
      if (active.length === 0) removeEventListener('keydown', onKeyDown);
    };
  }, [names]);
}
