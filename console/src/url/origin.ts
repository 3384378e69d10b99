/** Where the service is, for commands to copy. Tests draw without a browser. */
export const origin = (): string =>
  typeof location === 'undefined' ? 'http://127.0.0.1:8080' : location.origin;
