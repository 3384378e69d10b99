import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    price: (input: string, output: string) => `${input} in · ${output} out`,
    perMillion: 'USD for a million tokens',
    reported: 'as the marketplace reports it',
    unknownPrice: 'no price in the catalogue',
  },
});
