/** The address of this gateway, as the browser sees it; a name that stands for it where there is no browser. */
export const gatewayOrigin = (): string =>
  typeof location === 'undefined' ? 'https://gateway.example' : location.origin;
