import { text } from './text.js';

/** Shown late by its style, so that what is quick does not flicker. */
export function Loading({ label = text.loading }: { readonly label?: string }) {
  return (
    <p class="loading" role="status">
      {label}
    </p>
  );
}
