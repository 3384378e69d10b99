import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';

let screensShown = 0;

export interface ScreenProps {
  /** The one `h1`, and the document's title. */
  readonly title: string;
  /** What can be done with the whole screen, beside the heading. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame of a screen. After a navigation its heading takes the focus, so that readers say where they are. */
export function Screen({ title, actions, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Never a moment with the heading of one screen and the title of another: tabs and histories keep what they saw.
  useLayoutEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
  useEffect(() => {
    screensShown += 1;
    if (screensShown > 1) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class="screen">
      <header class="screen-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
