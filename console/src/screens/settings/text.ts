import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'Settings',
    emptyTitle: 'Nothing to show yet',
    empty: 'The version and state of this installation will show here.',
  },
});
