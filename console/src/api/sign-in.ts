import { callApi, SIGN_IN } from './call-api.js';
import { sessionBegan, sessionEnded } from './session.js';

interface SignedIn {
  readonly scope: 'operator' | 'organization';
  readonly organization_id: string | null;
}

/** The token goes to the API and nowhere else. @throws ApiError */
export async function signIn(token: string): Promise<void> {
  const { data } = await callApi<SignedIn>(SIGN_IN, { method: 'POST', body: { token } });
  sessionBegan({ scope: data.scope, organizationId: data.organization_id });
}

/** @throws ApiError */
export async function signOut(): Promise<void> {
  await callApi(SIGN_IN, { method: 'DELETE' });
  sessionEnded();
}
