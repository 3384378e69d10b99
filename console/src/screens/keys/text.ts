import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'Keys',
    table: 'Keys',
    name: 'Name',
    prefix: 'Begins with',
    created: 'Created',
    state: 'State',
    works: 'Works',
    revoked: 'Revoked',
    action: 'Action',
    revoke: 'Revoke',
    revokeTitle: 'Revoke this key?',
    revokeEffect:
      'It is refused everywhere within a second. This cannot be undone; batches that it submitted still end.',
    emptyTitle: 'No keys',
    empty: 'An API key is what a program calls the gateway with. Create one: it is shown once.',
    createKey: 'Create key',
    createTitle: 'Create an API key',
    nameHint: 'For you to tell keys apart, as “production” or the name of a program.',
    create: 'Create',
    cancel: 'Cancel',
    createdTitle: 'Your new key',
    createdOnce: 'This is the only time that it is shown. Keep it where your secrets are.',
    keyLabel: 'API key',
    done: 'Done',
  },
});
