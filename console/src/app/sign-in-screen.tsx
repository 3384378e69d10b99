import { useEffect } from 'preact/hooks';
import { SignInForm } from './sign-in-form.js';
import { text } from './text.js';

export function SignInScreen({ token }: { readonly token: string | undefined }) {
  useEffect(() => {
    document.title = `${text.signInTitle} · ${text.product}`;
  }, []);
  return (
    <main class="sign-in">
      <h1>{text.signInTitle}</h1>
      <SignInForm token={token} />
    </main>
  );
}
