import { describe, expect, it } from 'vitest';
import { findShortcut, type Press } from './shortcut.js';

const shortcut = (key: string, label: string) => ({ key, label, run: () => undefined });
const shortcuts = [shortcut('j', 'next row'), shortcut('Escape', 'close'), shortcut('j', 'next span')];
const press: Press = {
  key: 'j',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  defaultPrevented: false,
  isTyping: false,
  isInDialog: false,
};

describe('a press of a key', () => {
  it('means the shortcut that was added last', () => {
    expect(findShortcut(press, shortcuts)?.label).toBe('next span');
    expect(findShortcut({ ...press, key: 'Escape' }, shortcuts)?.label).toBe('close');
    expect(findShortcut({ ...press, key: 'x' }, shortcuts)).toBeUndefined();
  });

  it.each(['ctrlKey', 'metaKey', 'altKey', 'isComposing', 'defaultPrevented', 'isTyping', 'isInDialog'])(
    'means none with %s',
    (name) => {
      expect(findShortcut({ ...press, [name]: true }, shortcuts)).toBeUndefined();
    },
  );
});
