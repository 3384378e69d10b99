import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'Usage',
    emptyTitle: 'No usage in this period',
    empty: 'Calls and batches fill this within a minute. Choose a longer period, or make a call.',
  },
});
