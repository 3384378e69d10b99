import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'Money',
    emptyTitle: 'No movements yet',
    empty: 'Credits, charges and holds of this organization are listed here, newest first.',
  },
});
