import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'Calls',
    emptyTitle: 'No calls in this period',
    empty:
      'Each request with an API key of this project is a call. Choose a longer period, or make one with a key of the screen Keys.',
  },
});
