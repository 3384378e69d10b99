export interface CodeTextProps {
  /** Shown as it is, whatever is in it: never as HTML or Markdown. */
  readonly children: string;
  /** Its accessible name, as it can be scrolled. */
  readonly label: string;
}

/** More in one element makes a page stand still; the rest is shown on request. */
const SHOWN = 20_000;

/** Raw text of callers, models and providers. */
export function CodeText({ children, label }: CodeTextProps) {
  const isCut = children.length > SHOWN;
  const first = isCut ? children.slice(0, SHOWN) : children;
  return (
    <>
      <pre class="code-text" dir="auto" tabIndex={0} role="region" aria-label={label}>
        {first}
      </pre>
      {isCut && <MoreText label={label} rest={children.slice(SHOWN)} />}
    </>
  );
}

function MoreText({ label, rest }: { readonly label: string; readonly rest: string }) {
  return (
    <details>
      <summary>{rest.length.toLocaleString('en')} more characters</summary>
      <pre class="code-text" dir="auto" tabIndex={0} role="region" aria-label={`${label}, continued`}>
        {rest}
      </pre>
    </details>
  );
}
