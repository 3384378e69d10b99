import { useLayoutEffect } from 'preact/hooks';
import { Alert } from '../ui/alert.js';
import { SignInForm } from './sign-in-form.js';
import { text } from './text.js';

export function SignInScreen({ token }: { readonly token: string | undefined }) {
  useLayoutEffect(() => {
    document.title = `${text.signInTitle} · ${text.product}`;
  }, []);
  return (
    <main class="sign-in">
      <h1>{text.signInTitle}</h1>
      {!isSecureContext && <Alert kind="warning">{text.needsHttps(location.host)}</Alert>}
      <SignInForm token={token} />
    </main>
  );
}
