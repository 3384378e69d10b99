import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'Endpoints',
    table: 'Endpoints',
    model: 'Model',
    modelHint: 'The id that calls name: a local one as llama3:8b, or a fine-tuned one.',
    baseUrl: 'Base URL',
    baseUrlHint:
      'Calls go to this address with /chat/completions behind its path; a query stays. Private addresses are refused, unless the operator of the gateway has allowed the host.',
    upstreamModel: 'Model at the server',
    upstreamModelHint: 'What your server calls it; the same as Model when empty.',
    apiKey: 'API key',
    apiKeyHint: 'Of your server, if it asks for one. Kept encrypted and never shown again.',
    keptKeyHint:
      'Empty keeps the key that is stored. Needed again when the base URL moves to another server.',
    noKey: 'Send no key any more',
    key: 'Key',
    keyKept: 'Stored',
    keyNone: 'None',
    headers: 'Headers',
    headersNone: '–',
    headersHint:
      'Sent with each call, a line each: name: value. Values are kept encrypted and never shown again.',
    keptHeadersHint: (names: string): string =>
      `Stored: ${names}. Empty keeps them; what is written here replaces all of them. Needed again when the base URL moves to another server.`,
    noHeaders: 'Send no headers any more',
    created: 'Created',
    action: 'Action',
    register: 'Register endpoint',
    registerTitle: 'Register an endpoint',
    registerDo: 'Register',
    change: 'Change',
    changeTitle: 'Change the endpoint',
    save: 'Save',
    delete: 'Delete',
    deleteTitle: 'Delete this endpoint?',
    deleteEffect: 'Calls that name its model are refused from the next one on.',
    cancel: 'Cancel',
    emptyTitle: 'No endpoints',
    empty:
      'A server of your own that speaks chat completions can answer calls of this project, for a local or fine-tuned model id. Register it here; its answers cost nothing.',
  },
});
