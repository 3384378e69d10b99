import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'Overview',
    emptyTitle: 'Nothing to show yet',
    empty:
      'Calls of your API keys will show here what they cost and how they went. Make the first one with a key of the screen Keys.',
  },
});
