import { CodeText } from '../../ui/code-text.js';
import { CopyButton } from '../../ui/copy-button.js';
import { text } from './text.js';

/** A command to be pasted into a shell, and where its key comes from. */
export function Command({ children }: { readonly children: string }) {
  return (
    <>
      <CodeText label={text.command}>{children}</CodeText>
      <div class="actions">
        <CopyButton value={children} />
        <span class="field-hint">{children.includes('$ADMIN_TOKEN') ? text.tokenFrom : text.keyFrom}</span>
      </div>
    </>
  );
}
