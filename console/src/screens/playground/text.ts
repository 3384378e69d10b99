import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'Playground',
    emptyTitle: 'Nothing to show yet',
    empty: 'Choose a model and write a message; the call is an ordinary one, with its receipt.',
  },
});
