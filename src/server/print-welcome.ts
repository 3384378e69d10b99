import type { Settings } from '../config/settings.js';
import { SIGN_IN_LIFE_MS } from '../auth/console/console-sign-ins.service.js';
import { MINUTE_MS } from '../lib/durations.js';
import type { FirstCredentials } from './first-credentials.js';

export interface WelcomeInputs {
  readonly settings: Settings;
  readonly url: string;
  readonly adminToken: string;
  /** Only at the first start: they are shown once. */
  readonly first: FirstCredentials | undefined;
  readonly simulated: boolean;
}

/** The lines that a person needs to make a first call, on standard output. */
export function printWelcome({ settings, url, adminToken, first, simulated }: WelcomeInputs): void {
  if (settings.role === 'worker') {
    console.log(`Inference Gateway works in the background and takes no calls.\nProbes:      ${url}/readyz`);
    return;
  }
  const baseUrl = settings.publicBaseUrl ?? url;
  const openAiUrl = `${baseUrl}/api/v1/openai`;
  const lines = [
    'Inference Gateway is ready.',
    `OpenAI SDKs: ${openAiUrl}   (their base URL)`,
    `Base URL:    ${baseUrl}`,
    `Admin token: ${adminToken}`,
    ...(first === undefined ? [] : [`API key:     ${first.apiKey}   (shown once)`]),
    `Providers:   ${simulated ? 'simulated (no provider key is set; answers are labelled)' : 'real accounts'}`,
    ...(settings.console ? [`Console:     ${consoleLink(baseUrl, first?.signIn)}`] : []),
    `API docs:    ${baseUrl}/docs`,
    'Try it:',
    `  curl ${openAiUrl}/chat/completions -H 'Authorization: Bearer ${first?.apiKey ?? 'YOUR_API_KEY'}' -H 'Content-Type: application/json' -d '{"model":"auto","messages":[{"role":"user","content":"Say hello in one sentence."}]}'`,
  ];
  console.log(lines.join('\n'));
}

/** The secret stands in the fragment, which browsers send nowhere: no proxy and no log sees it. */
function consoleLink(baseUrl: string, signIn: string | undefined): string {
  if (signIn === undefined) return `${baseUrl}/console   (sign in with the admin token)`;
  return `${baseUrl}/console#token=${signIn}   (signs you in once, within ${SIGN_IN_LIFE_MS / MINUTE_MS} minutes)`;
}
