import type { Settings } from '../config/settings.js';

export interface WelcomeInputs {
  readonly settings: Settings;
  readonly url: string;
  readonly adminToken: string;
  /** Only at the first start: it is shown once. */
  readonly apiKey: string | undefined;
  readonly simulated: boolean;
}

/** The lines that a person needs to make a first call, on standard output. */
export function printWelcome({ settings, url, adminToken, apiKey, simulated }: WelcomeInputs): void {
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
    ...(apiKey === undefined ? [] : [`API key:     ${apiKey}   (shown once)`]),
    `Providers:   ${simulated ? 'simulated (no provider key is set; answers are labelled)' : 'real accounts'}`,
    `API docs:    ${baseUrl}/docs`,
    'Try it:',
    `  curl ${openAiUrl}/chat/completions -H 'Authorization: Bearer ${apiKey ?? 'YOUR_API_KEY'}' -H 'Content-Type: application/json' -d '{"model":"auto","messages":[{"role":"user","content":"Say hello in one sentence."}]}'`,
  ];
  console.log(lines.join('\n'));
}
