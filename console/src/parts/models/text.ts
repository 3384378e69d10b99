import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    price: (input: string, output: string) => `${input} in · ${output} out`,
    reported: 'as the marketplace reports it',
  },
});
