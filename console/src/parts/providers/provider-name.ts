import { text } from './text.js';

/** How a provider is called on screens; one that is not known yet by its own word. */
export const providerName = (provider: string): string =>
  (text.names as Readonly<Partial<Record<string, string>>>)[provider] ?? provider;
