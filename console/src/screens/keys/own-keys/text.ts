import { pickText } from '../../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'Own provider keys',
    intro:
      'With a key of your own at a provider, calls of this project to its models go out on your account there: they are metered, cost nothing here and need no balance. Routers and permissions decide as before.',
    none: 'None: calls go out on the accounts of the gateway.',
    since: 'Set',
    fallsBack:
      'Where it is answered 401, or the provider fails, an account of the gateway answers, and is billed.',
    staysOwn:
      'What the provider says of it reaches the caller as it came; only where the provider itself fails, a router goes around as always.',
    set: 'Set',
    replace: 'Replace',
    delete: 'Delete',
    setTitle: (provider: string) => `Set your own key at ${provider}`,
    replaceTitle: (provider: string) => `Replace your own key at ${provider}`,
    apiKey: 'Provider API key',
    apiKeyHint:
      'Tried once at the provider with a call that is free. Kept encrypted, never shown again, and not kept in this browser.',
    again: 'It is needed again whatever changes, as it is shown to nobody.',
    fallBack: 'Fall back to the accounts of the gateway',
    fallBackHint:
      'On 401, and where the provider fails (429, 5xx), an account of the gateway answers, at the usual price. Off: what the provider says of the key is the answer.',
    save: 'Save',
    cancel: 'Cancel',
    deleteTitle: 'Delete this own key?',
    deleteEffect:
      'Calls to this provider’s models go out on the accounts of the gateway from the next one on, and are billed.',
  },
});
