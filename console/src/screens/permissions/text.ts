import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'Permissions',
    emptyTitle: 'Nothing to show yet',
    empty: 'What the project lets the gateway do will be switched here.',
  },
});
