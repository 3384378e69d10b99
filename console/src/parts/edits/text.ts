import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    field: 'Field',
    began: (version: string) => `Began with: ${version}`,
    savedNow: (version: string) => `Saved now: ${version}`,
    yourDraft: 'Your draft',
    continueDraft: 'Continue with my draft',
    continueDraftHint:
      'What only they changed is taken over; what you changed stays yours. Nothing is saved yet.',
    takeSaved: 'Take the saved version',
  },
});
