import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../api/api-error.js';
import { signIn } from '../api/sign-in.js';
import { Button } from '../ui/button.js';
import { Form } from '../ui/form.js';
import { TextField } from '../ui/text-field.js';
import { text } from './text.js';

/** Without the query client: it is there before anything is asked. `token` is that of a sign-in link. */
export function SignInForm({ token }: { readonly token?: string | undefined }) {
  const [typed, setTyped] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string>();
  const submit = async (used: string): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    setError(undefined);
    try {
      await signIn(used);
    } catch (failure) {
      setError(messageOf(failure));
      setIsBusy(false);
    }
  };
  useEffect(() => {
    if (token !== undefined) void submit(token);
  }, []);
  return (
    <Form onSubmit={() => void submit(typed)} error={error}>
      <TextField
        label={text.adminToken}
        hint={text.tokenHint}
        type="password"
        autoComplete="current-password"
        autoFocus
        required
        value={typed}
        onInput={setTyped}
      />
      <div>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {text.signIn}
        </Button>
      </div>
    </Form>
  );
}
