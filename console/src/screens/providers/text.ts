import { pickText } from '../../text/pick-text.js';

export const text = pickText({
  en: {
    title: 'Providers',
    table: 'Providers',
    intro:
      'The accounts of this gateway at the providers. Calls are shared by weight; a session stays with its account while that is healthy. One that is out is left out by all processes; when its time is over, one call at a time probes it. When all are out, the one that is back soonest is asked.',
    provider: 'Provider',
    account: 'Account',
    state: 'State',
    states: { healthy: 'Healthy', out: 'Out', probing: 'Probing' },
    reason: 'Reason',
    reasons: {
      unauthorized: 'The provider refused its key (401)',
      forbidden: 'The provider refused it (403)',
      out_of_quota: 'Nothing is left of its quota',
      rate_limited: 'Too many requests (429)',
      overloaded: 'The provider is overloaded (529)',
    },
    outUntil: 'Out until',
    weight: 'Weight',
    none: '—',
    emptyTitle: 'No accounts',
    empty:
      'No provider has a key. Set PROVIDER_A_API_KEYS, PROVIDER_B_API_KEYS, MARKETPLACE_API_KEYS or HOSTED_API_KEYS, comma-separated, each name=key@weight, and start the gateway anew.',
    operatorOnlyTitle: 'Shown to the operator alone',
    operatorOnly:
      'The accounts at the providers are those of this gateway, not of an organization: the API answers 403 to the token of one. Which account served a call is on its receipt, with what was asked before.',
    toCalls: 'Calls that went around a failure',
    ownKeys: 'Own keys of a project at a provider are on its screen Keys.',
  },
});
